import FacialFunWire
package import NeuralNetwork

/// Computes the embedding of a face, which the classifier reads.
///
/// The picture is reduced by area to the network's gray input (BT.601) and normalized as in the
/// manifest; the only output is the embedding. If the manifest requires it, the embedding is the
/// mean of those of the face and its mirror image, so both get the same scores.
package final class FeatureExtractor: Sendable {
    /// The network.
    package let network: Network
    private let workspaces: WorkspacePool
    /// Workspaces with one image per run.
    ///
    /// The others have two images, a face and its mirror image, if the model requires both.
    private let singles: WorkspacePool
    private let scale: Float
    private let offset: Float
    /// Whether an embedding is the mean of those of a face and its mirror image.
    let mirrorAveraging: Bool

    /// Length of an embedding.
    package let embeddingLength: Int

    /// Creates an extractor from a loaded network.
    ///
    /// - Parameters:
    ///   - network: A network with one gray input and one output.
    ///   - cache: The cache of workspaces.
    /// - Throws: `modelUnsuitable` if the network has another input or more outputs.
    package init(
        network: Network, cache: WorkspaceCache = WorkspaceCache()
    ) throws(FacialFunError) {
        let input = network.manifest.input
        guard input.channels == 1, input.color == .gray, network.manifest.outputs.count == 1 else {
            throw FacialFunError(
                code: .modelUnsuitable,
                message: """
                    The network \(network.manifest.name) has \
                    \(Counted.text(input.channels, "input channel")) and \
                    \(Counted.text(network.manifest.outputs.count, "output")); expected \
                    one gray input and one output, the embedding.
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
            throw FacialFunError(
                code: .modelUnsuitable, message: error.message)
        }
        embeddingLength = workspaces.withWorkspace { workspace in
            workspace.outputShape(0).reduce(1, *)
        }
    }

    /// The embedding of a face.
    ///
    /// - Parameter rectangle: The face, framed as in the model's manifest.
    /// - Returns: ``embeddingLength`` numbers.
    package func embedding(of rectangle: FaceRectangle) -> [Float] {
        embedding(of: rectangle.image)
    }

    /// The embedding of a face.
    ///
    /// - Parameter face: A square picture with the framing of a rectangle.
    /// - Returns: ``embeddingLength`` numbers.
    package func embedding(of face: Image) -> [Float] {
        var embedding: [Float] = []
        embed(face, into: &embedding)
        return embedding
    }

    /// Computes the embedding of a face into a reused array.
    ///
    /// - Parameters:
    ///   - face: A square picture with the framing of a rectangle, such as
    ///     `FaceRectangle.alignedCrop(of:toImage:in:)`.
    ///   - embedding: Receives ``embeddingLength`` numbers instead of its contents.
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
    ///   - mirrored: Whether to mirror the face.
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
