/// Input and outputs of the reference interpreter.
final class ReferenceRun {
    var input: [Float]
    private(set) var outputs: [[Float]]
    private let network: ReferenceNetwork

    init(_ network: ReferenceNetwork) {
        self.network = network
        input = [Float](repeating: 0, count: network.graph.shapes[0].elements)
        outputs = network.graph.outputs.map {
            [Float](repeating: 0, count: network.graph.shapes[$0].elements)
        }
    }

    func run() { outputs = network.run(input) }
}
