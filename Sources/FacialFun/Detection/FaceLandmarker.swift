import FacialFunWire
package import NeuralNetwork

/// Finds the 468 points of a face with the face-mesh network.
///
/// Immutable and shared: any thread may use it. The same picture and region give the same mesh, bit
/// for bit.
package final class FaceLandmarker: Sendable {
    private let pool: WorkspacePool

    /// The network.
    package var network: Network { pool.network }
    /// Width and height of the network's input.
    private var inputSide: Int { network.manifest.input.width }

    /// Loads the network.
    ///
    /// - Parameters:
    ///   - modelDirectory: The folder `face-mesh` with manifest and weights.
    ///   - cache: Cache of the workspaces.
    /// - Throws: A `NetworkError` if the files cannot be read or are not this network.
    package convenience init(
        modelDirectory: String, cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        try self.init(network: Network(directory: modelDirectory), cache: cache)
    }

    /// Creates a landmarker from a loaded network.
    ///
    /// - Parameters:
    ///   - network: The network.
    ///   - cache: Cache of the workspaces.
    /// - Throws: `invalidGraph` if the network is not the face mesh.
    package init(
        network: Network, cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        let pool = try WorkspacePool(network, in: cache)
        guard pool.withWorkspace({ Self.isFaceMesh(network.manifest, $0) }) else {
            throw NetworkError(
                code: .invalidGraph,
                message: "\(network.manifest.name) is not the face mesh: it must have a square "
                    + "RGB input and the outputs landmarks [1, 1, 1404] and presence [1, 1, 1]. "
                    + "Install the model again.")
        }
        self.pool = pool
    }

    /// Whether a network has the expected inputs and outputs.
    private static func isFaceMesh(_ manifest: Manifest, _ workspace: Workspace) -> Bool {
        guard manifest.task == .faceLandmarks, manifest.input.channels == 3,
            manifest.input.width == manifest.input.height,
            Set(manifest.outputs) == ["landmarks", "presence"]
        else { return false }
        return workspace.outputShape("landmarks").reduce(1, *) == FaceMesh.pointCount * 3
            && workspace.outputShape("presence").reduce(1, *) == 1
    }

    /// The mesh of a region.
    ///
    /// The region is resampled by `Image.warped`: bilinearly as in the original pipeline, except
    /// that pixels are averaged where bilinear sampling would skip some. This stabilizes the points
    /// of large faces.
    ///
    /// - Parameters:
    ///   - image: The image; its edge pixels are repeated outside.
    ///   - region: The region, at most partly outside the image.
    /// - Returns: The mesh; unless it is of a face (``FaceMesh/isOfFace``) its points are
    ///   meaningless.
    /// - Complexity: One run of the network, 35 million multiply-adds.
    package func mesh(in image: Image, region: FaceMeshRegion) -> FaceMesh {
        var mesh = FaceMesh()
        self.mesh(in: image, region: region, into: &mesh)
        return mesh
    }

    /// The mesh of a region, into a mesh with reused memory; see ``mesh(in:region:)``.
    package func mesh(in image: Image, region: FaceMeshRegion, into mesh: inout FaceMesh) {
        let squareToImage = region.squareToImage(pixels: inputSide)
        pool.withWorkspace { workspace in
            fill(workspace, from: image, squareToImage)
            network.run(workspace)
            read(workspace, squareToImage, into: &mesh)
        }
    }

    /// The mesh of a detected face.
    ///
    /// - Parameters:
    ///   - image: The image.
    ///   - face: The face detected in it.
    /// - Returns: See ``mesh(in:region:)``.
    package func mesh(in image: Image, face: Face) -> FaceMesh {
        mesh(in: image, region: FaceMeshRegion(face))
    }

    /// The mesh of a face found in the previous picture, without detecting it again.
    ///
    /// - Parameters:
    ///   - image: The next picture.
    ///   - previous: The mesh in the previous picture.
    /// - Returns: See ``mesh(in:region:)``; `nil` if the face is lost and must be detected again,
    ///   because the previous mesh was not usable or this one is not of a face.
    package func mesh(in image: Image, following previous: FaceMesh) -> FaceMesh? {
        guard let region = FaceMeshRegion(following: previous) else { return nil }
        let mesh = mesh(in: image, region: region)
        return mesh.isOfFace ? mesh : nil
    }

    /// ``FaceMesh/presenceLogit`` of the mirrored region.
    ///
    /// It serves as another picture of the same face: see ``MeshTestTimeAugmentation``.
    func presenceLogit(in image: Image, mirrored region: FaceMeshRegion) -> Double {
        pool.withWorkspace { workspace in
            fill(workspace, from: image, region.squareToImage(pixels: inputSide))
            workspace.mirrorInput()
            network.run(workspace)
            return Self.presenceLogit(workspace)
        }
    }

    /// Writes a square into the input, scaled according to the manifest.
    private func fill(
        _ workspace: Workspace, from image: Image, _ squareToImage: SimilarityTransform
    ) {
        workspace.withInput { input in
            image.sampleWarped(
                squareToImage, width: inputSide, height: inputSide,
                scale: Float(network.manifest.input.scale),
                offset: Float(network.manifest.input.offset), into: input)
        }
    }

    /// The presence logit in a workspace after a run.
    static func presenceLogit(_ workspace: Workspace) -> Double {
        workspace.withOutput("presence") { Double($0[0]) }
    }

    /// The mesh in a workspace after a run.
    ///
    /// The network's coordinates are pixels of the square; 0 is the outer corner of the first
    /// pixel. Other conventions would shift the points of mirrored pictures.
    private func read(
        _ workspace: Workspace, _ squareToImage: SimilarityTransform, into mesh: inout FaceMesh
    ) {
        workspace.withOutput("landmarks") { values in
            for index in 0..<FaceMesh.pointCount {
                let position = squareToImage.apply(
                    Point(x: Double(values[3 * index]), y: Double(values[3 * index + 1])))
                mesh.points[index] = SIMD3(
                    position.x, position.y, Double(values[3 * index + 2]) * squareToImage.scale)
            }
        }
        mesh.presenceLogit = Self.presenceLogit(workspace)
    }
}
