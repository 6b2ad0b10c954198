import FacialFunWire
package import NeuralNetwork

/// Turns the picture of a face into the embedding that the classifier reads.
///
/// The picture is reduced by area to the network's gray input (BT.601) and normalized by the
/// manifest; the only output is the embedding. If the manifest requires it, the embedding is the
/// mean of the face's and its mirror image's, so both get the same scores.
package final class FeatureExtractor: Sendable {
    /// The network.
    package let network: Network
    private let workspaces: WorkspacePool
    /// For one image a run; the others take a face and its mirror image where the model asks for both.
    private let singles: WorkspacePool
    private let scale: Float
    private let offset: Float
    /// Whether an embedding is the mean of a face's and its mirror image's.
    let mirrorAveraging: Bool

    /// Length of an embedding.
    package let embeddingLength: Int

    /// Takes a loaded network.
    ///
    /// - Parameters:
    ///   - network: A network with one gray input and one output.
    ///   - cache: Where the workspaces are kept.
    /// - Throws: `modelUnsuitable` when the network has another input or more outputs.
    package init(
        network: Network, cache: WorkspaceCache = WorkspaceCache()
    ) throws(RecognizerError) {
        let input = network.manifest.input
        guard input.channels == 1, input.color == .gray, network.manifest.outputs.count == 1 else {
            throw RecognizerError(
                code: .modelUnsuitable,
                message: """
                    The network \(network.manifest.name) has \
                    \(Counted.text(input.channels, "input channel")) and \
                    \(Counted.text(network.manifest.outputs.count, "output")); an emotion network \
                    has one gray input and one output, the embedding.
                    """)
        }
        self.network = network
        self.scale = Float(input.scale)
        self.offset = Float(input.offset)
        mirrorAveraging = network.manifest.emotion?.mirrorAveraging ?? false
        do {
            workspaces = try WorkspacePool(
                network, images: network.manifest.imagesOfAFace, in: cache)
            singles =
                mirrorAveraging ? try WorkspacePool(network, images: 1, in: cache) : workspaces
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
    package func embedding(of rectangle: FaceRectangle) -> [Float] {
        embedding(of: rectangle.image)
    }

    /// The embedding of a face.
    ///
    /// - Parameter face: A square picture that is framed like a rectangle.
    /// - Returns: ``embeddingLength`` numbers.
    package func embedding(of face: Image) -> [Float] {
        var embedding: [Float] = []
        embed(face, into: &embedding)
        return embedding
    }

    /// The embedding of a face, in an array that is used again.
    ///
    /// - Parameters:
    ///   - face: A square picture that is framed like a rectangle, such as
    ///     `FaceRectangle.alignedCrop(of:toImage:in:)`.
    ///   - embedding: Is emptied, and gets ``embeddingLength`` numbers.
    package func embed(_ face: Image, into embedding: inout [Float]) {
        embedding.removeAll(keepingCapacity: true)
        workspaces.withWorkspace { workspace in
            fill(workspace, with: face)
            if mirrorAveraging { workspace.mirrorFirstImage() }
            network.run(workspace)
            workspace.withOutput(0) { values in
                for index in 0..<embeddingLength {
                    embedding.append(
                        mirrorAveraging
                            ? (values[index] + values[embeddingLength + index]) / 2
                            : values[index])
                }
            }
        }
    }

    /// Embedding of only the face or only its mirror image, for two threads that share a face;
    /// their mean is the embedding, bit for bit.
    ///
    /// - Parameters:
    ///   - face: As for ``embed(_:into:)``.
    ///   - mirrored: Whether its mirror image is meant.
    /// - Returns: ``embeddingLength`` numbers.
    func embeddingOfOne(_ face: Image, mirrored: Bool) -> [Float] {
        singles.withWorkspace { workspace in
            fill(workspace, with: face)
            if mirrored { workspace.mirrorInput() }
            network.run(workspace)
            return workspace.withOutput(0) { Array($0[..<embeddingLength]) }
        }
    }

    /// Writes a face into the first image of the input.
    private func fill(_ workspace: Workspace, with face: Image) {
        let input = network.manifest.input
        workspace.withInput { values in
            face.sampleGrayByArea(
                width: input.width, height: input.height, scale: scale, offset: offset,
                into: UnsafeMutableBufferPointer(
                    rebasing: values[..<(input.width * input.height)]))
        }
    }
}
