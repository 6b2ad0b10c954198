"""Runs a network in its original format: tflite_peer.py MODEL.tflite MODELFOLDER THREADS.

Uses the interpreter's default delegate, XNNPACK.
"""

from __future__ import annotations

import sys
from pathlib import Path

import ai_edge_litert
from ai_edge_litert.interpreter import Interpreter

from exchange import serve
from recorded import Recorded


def main() -> None:
    """Loads, checks against the recorded outputs, serves."""
    recorded = Recorded(Path(sys.argv[2]))
    interpreter = Interpreter(sys.argv[1], num_threads=int(sys.argv[3]))
    interpreter.allocate_tensors()
    interpreter.set_tensor(interpreter.get_input_details()[0]["index"], recorded.input[None])
    interpreter.invoke()
    # The two outputs of each network differ in size, which identifies them. Outputs that this project added are
    # missing in the original.
    values = [interpreter.get_tensor(d["index"]) for d in interpreter.get_output_details()]
    by_size = {value.size: value for value in values}
    recorded.outputs = {n: v for n, v in recorded.outputs.items() if v.size in by_size}
    found = recorded.compare({n: by_size[v.size] for n, v in recorded.outputs.items()})
    serve({"about": f"TFLite interpreter {ai_edge_litert.__version__}", **found}, interpreter.invoke)


main()
