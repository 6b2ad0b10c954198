/// Input and outputs of the reference interpreter.
final class ReferenceRun {
    var input: [Float]
    private(set) var outputs: [[Float]]
    private let network: ReferenceNetwork
    private let images: Int

    init(_ network: ReferenceNetwork, images: Int) {
        self.network = network
        self.images = images
        input = [Float](repeating: 0, count: images * network.graph.shapes[0].elements)
        outputs = network.graph.outputs.map {
            [Float](repeating: 0, count: images * network.graph.shapes[$0].elements)
        }
    }

    /// Replaces an output that is not finite by zeros.
    func checkOutput(_ index: Int, by soundness: Soundness) {
        outputs[index].withUnsafeMutableBufferPointer { soundness.check($0) }
    }

    func run() {
        let size = network.graph.shapes[0].elements
        let runs = (0..<images).map { network.run(Array(input[$0 * size..<($0 + 1) * size])) }
        for index in outputs.indices { outputs[index] = runs.flatMap { $0[index] } }
    }
}
