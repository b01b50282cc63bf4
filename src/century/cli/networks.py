"""The command that writes a network for other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from century.cli.common import app, the_console


@app.command(name="export-network")
def export_network(
    network: Annotated[
        str,
        typer.Argument(
            help="A game, for its own network, or a file of weights.", metavar="GAME|FILE"
        ),
    ],
    out: Annotated[Path, typer.Argument(help="The ONNX model to write.", metavar="OUT.onnx")],
) -> None:
    """Write the network of the bot master as an ONNX model, for ONNX Runtime and other programs."""
    from century.neural.game_network import load_network, load_network_file
    from century.neural.onnx_export import export_onnx
    from century.position import game, games

    own = network in games()
    found = load_network(game(network)) if own else load_network_file(Path(network))
    export_onnx(found, out)
    console = the_console()
    console.print(f"Wrote {out}", markup=False, highlight=False, soft_wrap=True)
