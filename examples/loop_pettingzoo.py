"""One game in the loop of PettingZoo, decided at random."""

from century.env.pettingzoo import env

table = env("spice-road", players=3, render_mode="ansi")
table.reset(seed=1)
for agent in table.agent_iter():
    observation, reward, terminated, truncated, info = table.last()
    if terminated or truncated:
        print(agent, "is given", reward)
        table.step(None)
    else:
        table.step(table.action_space(agent).sample(observation["action_mask"]))
print(table.render())
