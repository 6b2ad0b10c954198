import ArgumentParser
import NeuralNetwork

/// Runs one network on a recorded input.
struct NetworkCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "network",
        abstract: "Run a network on the first input of its golden.safetensors.")

    @Argument(help: "The network's folder.")
    var folder: String

    func run() throws {
        let network = try Network(directory: folder)
        let golden = try SafetensorsFile(path: folder + "/golden.safetensors")
        guard let input = golden.tensor(named: "case0.\(network.manifest.input.name)") else {
            throw ValidationError("\(folder)/golden.safetensors lacks case0.")
        }
        let workspace = try network.makeWorkspace()
        workspace.withInput { values in
            precondition(values.count == input.values.count, "the recorded input has another size")
            _ = values.update(fromContentsOf: input.values)
        }
        network.run(workspace)
        let (difference, largest) = try Self.compare(network, workspace, golden)
        try Exchange.serve(
            """
            {"about":"\(network.cpuPath.rawValue)","difference":\(difference),\
            "largest":\(largest),"multiplyAdds":\(network.multiplyAdds)}
            """
        ) {
            network.run(workspace)
        }
    }

    /// The largest difference from the recorded outputs, and the largest recorded number.
    private static func compare(
        _ network: Network, _ workspace: Workspace, _ golden: SafetensorsFile
    ) throws -> (difference: Float, largest: Float) {
        var difference: Float = 0
        var largest: Float = 0
        for output in network.manifest.outputs {
            guard let expected = golden.tensor(named: "case0.\(output)") else {
                throw ValidationError("golden.safetensors lacks case0.\(output).")
            }
            workspace.withOutput(output) { values in
                precondition(values.count == expected.values.count, "\(output) has another size")
                for (value, wanted) in zip(values, expected.values) {
                    difference = max(difference, abs(value - wanted))
                    largest = max(largest, abs(wanted))
                }
            }
        }
        return (difference, largest)
    }
}
