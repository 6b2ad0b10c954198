"""Runs an exported network in onnxruntime: onnxruntime_peer.py MODEL.onnx MODELFOLDER THREADS.

Uses all graph optimizations; input and outputs are bound, so nothing is copied or allocated.
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import onnxruntime

from exchange import serve
from recorded import Recorded


def main() -> None:
    """Loads, checks against the recorded outputs, serves."""
    recorded = Recorded(Path(sys.argv[2]))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = int(sys.argv[3])
    options.inter_op_num_threads = 1
    options.execution_mode = onnxruntime.ExecutionMode.ORT_SEQUENTIAL
    options.graph_optimization_level = onnxruntime.GraphOptimizationLevel.ORT_ENABLE_ALL
    session = onnxruntime.InferenceSession(
        sys.argv[1], options, providers=["CPUExecutionProvider"]
    )
    binding = session.io_binding()
    value = onnxruntime.OrtValue.ortvalue_from_numpy(recorded.input_nchw)
    binding.bind_ortvalue_input(session.get_inputs()[0].name, value)
    outputs = {}
    for output in session.get_outputs():
        outputs[output.name] = onnxruntime.OrtValue.ortvalue_from_numpy(
            np.zeros(output.shape, np.float32)
        )
        binding.bind_ortvalue_output(output.name, outputs[output.name])
    session.run_with_iobinding(binding)
    found = recorded.compare({name: value.numpy() for name, value in outputs.items()})
    about = f"onnxruntime {onnxruntime.__version__}"
    serve({"about": about, **found}, lambda: session.run_with_iobinding(binding))


main()
