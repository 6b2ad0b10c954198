public import FaceImaging
public import NeuralNetwork

/// Turns a face rectangle into the embedding that the classifier reads.
///
/// The rectangle is reduced by area to the network's input, in grey (BT.601), and normalised as the
/// manifest says; the network's one output is the embedding. Where the manifest asks for it the
/// embedding is the mean of the face's and its mirror image's, so that both score alike.
public final class FeatureExtractor: Sendable {
    private let network: Network
    private let workspaces: WorkspacePool
    private let scale: Float
    private let offset: Float
    private let mirrorAveraging: Bool

    /// How many numbers an embedding holds.
    public let embeddingLength: Int

    /// Takes a loaded network.
    ///
    /// - Parameter network: A network with one grey input and one output.
    /// - Throws: `modelUnsuitable` when the network has another input or more outputs.
    public init(network: Network) throws(RecognizerError) {
        let input = network.manifest.input
        guard input.channels == 1, input.colour == .grey, network.manifest.outputs.count == 1 else {
            throw RecognizerError(
                code: .modelUnsuitable,
                message: """
                    The network \(network.manifest.name) has \(input.channels) input channels and \
                    \(network.manifest.outputs.count) outputs; an emotion network has one grey \
                    input and one output, the embedding.
                    """)
        }
        self.network = network
        self.scale = Float(input.scale)
        self.offset = Float(input.offset)
        mirrorAveraging = network.manifest.emotion?.mirrorAveraging ?? false
        do {
            workspaces = try WorkspacePool(network)
        } catch {
            throw RecognizerError(
                code: .modelUnsuitable, message: error.message, cause: error)
        }
        embeddingLength = workspaces.withWorkspace { workspace in
            workspace.outputShape(0).reduce(1, *)
        }
    }

    /// The embedding of a face.
    ///
    /// - Parameter rectangle: The face, framed as the model's manifest says.
    /// - Returns: ``embeddingLength`` numbers.
    public func embedding(of rectangle: FaceRectangle) -> [Float] {
        var embedding: [Float] = []
        embed(rectangle, into: &embedding)
        return embedding
    }

    /// The same as ``embedding(of:)`` into an array that is used again.
    ///
    /// - Parameters:
    ///   - rectangle: As there.
    ///   - embedding: Is emptied, and gets ``embeddingLength`` numbers.
    public func embed(_ rectangle: FaceRectangle, into embedding: inout [Float]) {
        let input = network.manifest.input
        embedding.removeAll(keepingCapacity: true)
        workspaces.withWorkspace { workspace in
            workspace.withInput { values in
                rectangle.image.sampleGreyByArea(
                    width: input.width, height: input.height, scale: scale, offset: offset,
                    into: values)
            }
            network.run(workspace)
            workspace.withOutput(0) { embedding.append(contentsOf: $0) }
            guard mirrorAveraging else { return }

            // The input stays from run to run.
            workspace.mirrorInput()
            network.run(workspace)
            workspace.withOutput(0) { mirrored in
                for index in 0..<mirrored.count {
                    embedding[index] = (embedding[index] + mirrored[index]) / 2
                }
            }
        }
    }
}
