"""One game in OpenSpiel, decided at random, the cards turned up by chance."""

# This registers the games. It is the first import because it says how to install OpenSpiel.
import century.env.openspiel  # noqa: F401

# isort: split
import numpy as np
import pyspiel

rng = np.random.default_rng(1)
state = pyspiel.load_game("century_spice_road(players=2)").new_initial_state()
while not state.is_terminal():
    if state.is_chance_node():
        outcomes, odds = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(int(rng.choice(outcomes, p=odds)))
    else:
        state.apply_action(int(rng.choice(state.legal_actions())))
print("returns:", state.returns())
