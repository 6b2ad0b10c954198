/// The memory of a run of a network: input, outputs and intermediate values.
///
/// For one thread at a time: each takes its own from a ``WorkspacePool``.
package final class Workspace {
    /// Computation engine.
    enum Engine {
        /// The C kernels.
        case kernels(Arena)
        /// The slow reference.
        case reference(ReferenceRun)
    }

    private let engine: Engine
    private let graph: Graph
    private let outputNames: [String]
    private let soundness: Soundness

    /// Number of images per run.
    package let images: Int

    init(
        _ graph: Graph, _ manifest: Manifest, _ engine: Engine, images: Int, _ soundness: Soundness
    ) {
        self.graph = graph
        self.images = images
        self.engine = engine
        outputNames = manifest.outputs
        self.soundness = soundness
    }

    func run() {
        switch engine {
        case .kernels(let arena): arena.run()
        case .reference(let run): run.run()
        }
        for index in outputNames.indices {
            switch engine {
            case .kernels(let arena):
                // Writing is safe, because the arena belongs to this workspace.
                soundness.check(UnsafeMutableBufferPointer(mutating: arena.output(index)))
            case .reference(let run): run.checkOutput(index, by: soundness)
            }
        }
    }

    /// Rows of the input.
    package var inputHeight: Int { graph.shapes[0].height }

    /// Columns of the input.
    package var inputWidth: Int { graph.shapes[0].width }

    /// The shape of one image of the input: [height, width, channels].
    package var inputShape: [Int] { graph.shapes[0].axes }

    /// The input's numbers, in HWC order with scale and offset applied, one image after the other.
    ///
    /// They persist between runs unless the workspace shares its memory.
    package func withInput<R, E>(
        _ body: (UnsafeMutableBufferPointer<Float>) throws(E) -> R
    ) throws(E) -> R {
        switch engine {
        case .kernels(let arena): return try body(arena.input)
        case .reference(let run):
            return try run.input.withUnsafeMutableBufferPointer { values throws(E) in
                try body(values)
            }
        }
    }

    /// Mirrors the input, left to right, in place.
    package func mirrorInput() {
        let (width, channels) = (inputWidth, graph.shapes[0].channels)
        withInput { values in
            for row in stride(from: 0, to: values.count, by: width * channels) {
                for column in 0..<width / 2 {
                    let left = row + column * channels
                    let right = row + (width - 1 - column) * channels
                    for channel in 0..<channels { values.swapAt(left + channel, right + channel) }
                }
            }
        }
    }

    /// Makes the second image the mirror image of the first, left to right.
    ///
    /// - Precondition: A run takes at least two images.
    package func mirrorFirstImage() {
        precondition(images > 1, "a run with a mirror image needs two images")
        let (size, channels) = (graph.shapes[0].elements, graph.shapes[0].channels)
        let row = inputWidth * channels
        withInput { values in
            for start in stride(from: 0, to: size, by: row) {
                for pixel in stride(from: 0, to: row, by: channels) {
                    let mirrored = size + start + row - channels - pixel
                    for channel in 0..<channels {
                        values[mirrored + channel] = values[start + pixel + channel]
                    }
                }
            }
        }
    }

    /// The numbers of an output after a run, by its index in the manifest's `outputs`; images are
    /// contiguous.
    package func withOutput<R, E>(
        _ index: Int, _ body: (UnsafeBufferPointer<Float>) throws(E) -> R
    ) throws(E) -> R {
        switch engine {
        case .kernels(let arena): return try body(arena.output(index))
        case .reference(let run):
            return try run.outputs[index].withUnsafeBufferPointer { values throws(E) in
                try body(values)
            }
        }
    }

    /// The numbers of an output after a run; images are contiguous.
    ///
    /// - Precondition: The manifest's `outputs` contain the name.
    package func withOutput<R, E>(
        _ name: String, _ body: (UnsafeBufferPointer<Float>) throws(E) -> R
    ) throws(E) -> R {
        try withOutput(index(of: name), body)
    }

    /// The shape of one image's output, by its index in the manifest's `outputs`: [height, width,
    /// channels] or [rows, columns].
    package func outputShape(_ index: Int) -> [Int] {
        graph.shapes[graph.outputs[index]].axes
    }

    /// The shape of one image's output, by name.
    ///
    /// - Precondition: The manifest's `outputs` contain the name.
    package func outputShape(_ name: String) -> [Int] { outputShape(index(of: name)) }

    private func index(of name: String) -> Int {
        for index in 0..<outputNames.count where outputNames[index] == name { return index }
        preconditionFailure("the network has no output \"\(name)\"")
    }
}
