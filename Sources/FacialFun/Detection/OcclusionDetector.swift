package import NeuralNetwork

#if canImport(Glibc)
    import Glibc
#endif

/// Detects whether the mouth and the eyes of a face are hidden, with the network `face-occlusion`.
///
/// Immutable and shared: any thread may use it. The face and its mirror image are both used, so
/// that a mirrored rectangle gives the same result, bit for bit.
package final class OcclusionDetector: Sendable {
    private let pool: WorkspacePool

    /// The network.
    package var network: Network { pool.network }

    /// Loads the network.
    ///
    /// - Parameters:
    ///   - modelDirectory: The folder `face-occlusion` with manifest and weights.
    ///   - cache: Cache of the workspaces.
    /// - Throws: A `NetworkError` if the files cannot be read or are not this network.
    package convenience init(
        modelDirectory: String, cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        try self.init(network: Network(directory: modelDirectory), cache: cache)
    }

    /// Creates a detector from a loaded network.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - cache: Cache of the workspaces.
    /// - Throws: `invalidGraph` for another network.
    package init(
        network: Network, cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        let pool = try WorkspacePool(network, images: 2, in: cache)
        let (manifest, input) = (network.manifest, network.manifest.input)
        guard manifest.task == .faceOcclusion, input.color == .gray, input.width == input.height,
            manifest.outputs == ["hidden"],
            pool.withWorkspace({ $0.outputShape(0).reduce(1, *) }) == 2
        else {
            throw NetworkError(
                code: .invalidGraph,
                message: "\(manifest.name) is not the occlusion detector: it must have a gray "
                    + "square input and the output hidden [1, 1, 2]. Install the model again.")
        }
        self.pool = pool
    }

    /// Occlusion of mouth and eyes in a face rectangle.
    ///
    /// - Parameter rectangle: The face.
    /// - Returns: Two probabilities.
    /// - Complexity: One run of the network on two images, 3 million multiply-adds each.
    package func occlusion(in rectangle: FaceRectangle) -> FaceOcclusion {
        occlusion(inFace: rectangle.image)
    }

    /// Occlusion of mouth and eyes in a picture framed like a `FaceRectangle`.
    ///
    /// - Parameter image: Square, at least as large as the network's input.
    /// - Returns: Two probabilities.
    package func occlusion(inFace image: Image) -> FaceOcclusion {
        let input = network.manifest.input
        return pool.withWorkspace { workspace in
            workspace.withInput { values in
                image.sampleGrayByArea(
                    width: input.width, height: input.height, scale: Float(input.scale),
                    offset: Float(input.offset),
                    into: UnsafeMutableBufferPointer(
                        rebasing: values[..<(input.width * input.height)]))
            }
            workspace.mirrorFirstImage()
            network.run(workspace)
            return workspace.withOutput(0) { logits in
                FaceOcclusion(
                    mouth: Self.probability((logits[0] + logits[2]) / 2),
                    eyes: Self.probability((logits[1] + logits[3]) / 2))
            }
        }
    }

    private static func probability(_ logit: Float) -> Double { 1 / (1 + exp(-Double(logit))) }
}
