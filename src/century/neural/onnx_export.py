"""Networks as ONNX models, for ONNX Runtime and other programs. Needs the extra `onnx`."""

from __future__ import annotations

import json
from pathlib import Path

from century.extras import provided_by
from century.neural.game_network import GameNetwork
from century.neural.network import network_arrays

with provided_by("onnx"):
    import onnx
    from onnx import TensorProto, helper, numpy_helper

__all__ = ["export_onnx", "onnx_model"]

OPSET = 17  # of the operators; ONNX Runtime reads it from version 1.12 on
IR_VERSION = 8  # of the file, which belongs to this opset


def export_onnx(found: GameNetwork, path: Path) -> None:
    """Write a network as an ONNX model."""
    path.write_bytes(onnx_model(found).SerializeToString())


def onnx_model(found: GameNetwork) -> onnx.ModelProto:
    """Return a network as an ONNX model with one input and three outputs.

    The input is `features`, uint8 of shape (batch, features). The outputs are `policy`, `win` and
    `points`, float32 of shape (batch, actions) and twice (batch, seats).
    """
    arrays = network_arrays(found.network)
    features = len(arrays["input.weight"])
    nodes = [helper.make_node("Cast", ["features"], ["flags"], to=TensorProto.FLOAT)]
    hidden = _layer(nodes, "input", "flags", relu=True)
    for block in range(len(found.network.first.bias)):
        name = f"blocks.{block}"
        inner = _layer(nodes, f"{name}.first", hidden, relu=True)
        change = _layer(nodes, f"{name}.second", inner, relu=False)
        nodes.append(helper.make_node("Add", [hidden, change], [f"{name}.sum"]))
        nodes.append(helper.make_node("Relu", [f"{name}.sum"], [f"{name}.out"]))
        hidden = f"{name}.out"
    outputs = []
    for head in ("policy", "win", "points"):
        weight, bias = f"{head}.weight", f"{head}.bias"
        nodes.append(helper.make_node("Gemm", [hidden, weight, bias], [head]))
        shape: list[str | int | None] = ["batch", len(arrays[bias])]
        outputs.append(helper.make_tensor_value_info(head, TensorProto.FLOAT, shape))
    given = helper.make_tensor_value_info("features", TensorProto.UINT8, ["batch", features])
    constants = [numpy_helper.from_array(array, name) for name, array in arrays.items()]
    graph = helper.make_graph(nodes, found.game.name, [given], outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", OPSET)])
    model.ir_version = IR_VERSION
    helper.set_model_props(model, {"game": found.game.name, "card": json.dumps(found.card)})
    onnx.checker.check_model(model)
    return model


def _layer(nodes: list[onnx.NodeProto], name: str, given: str, relu: bool) -> str:
    """Add a linear layer; return the name of its output."""
    linear = f"{name}.linear"
    nodes.append(helper.make_node("Gemm", [given, f"{name}.weight", f"{name}.bias"], [linear]))
    if not relu:
        return linear
    nodes.append(helper.make_node("Relu", [linear], [f"{name}.out"]))
    return f"{name}.out"
