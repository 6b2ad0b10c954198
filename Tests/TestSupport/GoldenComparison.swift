package import NeuralNetwork

/// Compares a network's outputs with those of its original framework for the same inputs.
///
/// `golden.safetensors` holds `case{i}.{input}` and `case{i}.{output}` for every output of the
/// manifest; `Models/README.md` describes it.
package struct GoldenComparison: Sendable {
    /// One output of one case.
    package struct Difference: Sendable {
        /// `case{i}.{output}`.
        package let name: String
        /// Largest absolute difference; infinity if the counts differ or one of the values is NaN.
        package let largest: Float
        /// Largest magnitude of the recorded numbers.
        package let magnitude: Float
    }

    /// Differences of all outputs of all cases.
    package let differences: [Difference]

    /// Largest absolute difference over all cases and outputs.
    package var largest: Float { differences.map(\.largest).max() ?? .infinity }

    /// Runs every recorded case of a model through a network.
    ///
    /// - Parameters:
    ///   - network: The network, loaded from the folder.
    ///   - directory: The model's folder, with `golden.safetensors`.
    /// - Throws: `NetworkError`, also if the file has no cases or lacks an output.
    package init(_ network: Network, directory: String) throws(NetworkError) {
        let golden = try SafetensorsFile(path: "\(directory)/golden.safetensors")
        var differences: [Difference] = []
        var index = 0
        while let input = golden.tensor(named: "case\(index).\(network.manifest.input.name)") {
            let workspace = try Self.run(network, input)
            for output in network.manifest.outputs {
                let name = "case\(index).\(output)"
                guard let recorded = golden.tensor(named: name) else { throw Self.missing(name) }
                differences.append(
                    workspace.withOutput(output) { Self.difference(name, recorded.values, $0) })
            }
            index += 1
        }
        guard index > 0 else { throw Self.missing("case0.\(network.manifest.input.name)") }
        self.differences = differences
    }

    private static func run(_ network: Network, _ input: Tensor) throws(NetworkError) -> Workspace {
        // The recorded shape may lack an axis of length 1, or include the batch.
        let axes = input.shape.count == 4 ? Array(input.shape.dropFirst()) : input.shape
        let workspace = try network.makeWorkspace(height: axes[0], width: axes[1])
        workspace.withInput { values in
            precondition(values.count == input.values.count, "the recorded input has another size")
            _ = values.update(fromContentsOf: input.values)
        }
        network.run(workspace)
        return workspace
    }

    private static func difference(
        _ name: String, _ recorded: [Float], _ computed: UnsafeBufferPointer<Float>
    ) -> Difference {
        var largest: Float = recorded.count == computed.count ? 0 : .infinity
        for (expected, value) in zip(recorded, computed) {
            let distance = abs(expected - value)
            largest = distance.isNaN ? .infinity : max(largest, distance)
        }
        return Difference(
            name: name, largest: largest, magnitude: recorded.reduce(0) { max($0, abs($1)) })
    }

    private static func missing(_ name: String) -> NetworkError {
        NetworkError(
            code: .malformedWeights, message: "golden.safetensors: \(name): the tensor is missing")
    }
}
