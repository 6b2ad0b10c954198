package import FacialFunWire
package import NeuralNetwork

/// Estimates the strength of each movement of a face with the networks `face-mesh-478` and
/// `face-movements`.
///
/// The first finds 478 points, the second estimates the movements from 146 of them, with level
/// eyes. Immutable and shared: any thread may use it. The same picture and region give the same
/// strengths, bit for bit.
package final class MovementEstimator: Sendable {
    /// Number of points of the mesh.
    static let pointCount = 478

    private let mesh: WorkspacePool
    private let coefficients: WorkspacePool

    /// The networks.
    package var networks: [Network] { [mesh.network, coefficients.network] }

    /// Loads the networks.
    ///
    /// - Parameters:
    ///   - meshDirectory: The folder `face-mesh-478` with manifest and weights.
    ///   - movementsDirectory: The folder `face-movements` with manifest and weights.
    ///   - cache: Cache of the workspaces.
    /// - Throws: A `NetworkError` if the files cannot be read or are not these networks.
    package init(
        meshDirectory: String, movementsDirectory: String,
        cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        mesh = try WorkspacePool(Network(directory: meshDirectory), in: cache)
        coefficients = try WorkspacePool(Network(directory: movementsDirectory), in: cache)
        guard mesh.withWorkspace({ Self.isMesh(mesh.network.manifest, $0) }) else {
            throw Self.unsuitable(
                mesh.network,
                "the mesh of \(Self.pointCount) points: it must have a square RGB input "
                    + "and outputs landmarks [1, 1, \(Self.pointCount * 3)] and presence [1, 1, 1]")
        }
        let count = Self.points.count
        guard
            coefficients.withWorkspace({ Self.areMovements(coefficients.network.manifest, $0) })
        else {
            throw Self.unsuitable(
                coefficients.network,
                "the network of movements: it must have the input points [1, \(count), "
                    + "2] and give coefficients [1, 1, \(FaceMovement.allCases.count + 1)]")
        }
    }

    private static func unsuitable(_ network: Network, _ wanted: String) -> NetworkError {
        NetworkError(
            code: .invalidGraph,
            message: "\(network.manifest.name) is not \(wanted). Install the model again.")
    }

    private static func isMesh(_ manifest: Manifest, _ workspace: Workspace) -> Bool {
        manifest.task == .faceLandmarks && manifest.input.color == .rgb
            && manifest.input.width == manifest.input.height
            && Set(manifest.outputs) == ["landmarks", "presence"]
            && workspace.outputShape("landmarks").reduce(1, *) == pointCount * 3
            && workspace.outputShape("presence").reduce(1, *) == 1
    }

    private static func areMovements(_ manifest: Manifest, _ workspace: Workspace) -> Bool {
        manifest.task == .faceMovements && manifest.input.color == .points
            && workspace.inputShape.reduce(1, *) == points.count * 2
            && manifest.outputs == ["coefficients"]
            && workspace.outputShape(0).reduce(1, *) == FaceMovement.allCases.count + 1
    }

    /// The movements of the face in a region.
    ///
    /// - Parameters:
    ///   - image: The image; its edge pixels are repeated outside.
    ///   - region: The region, at most partly outside the image.
    /// - Returns: The strengths; nil if the mesh finds no face there.
    /// - Complexity: 145 million multiply-adds.
    package func movements(in image: Image, region: FaceMeshRegion) -> FaceMovements? {
        mesh(in: image, region: region).map { movements(of: $0) }
    }

    /// The points of the face in a region, in pixels of the image.
    ///
    /// - Parameters:
    ///   - mesh: The result of ``mesh(in:region:)`` for the region.
    ///   - region: The region.
    /// - Returns: The 478 points.
    func landmarks(of mesh: [Float], region: FaceMeshRegion) -> FaceLandmarks {
        let squareToImage = region.squareToImage(pixels: self.mesh.network.manifest.input.width)
        return FaceLandmarks(
            points: (0..<Self.pointCount).map { index in
                let position = squareToImage.apply(
                    Point(x: Double(mesh[3 * index]), y: Double(mesh[3 * index + 1])))
                return SIMD3(
                    position.x, position.y, Double(mesh[3 * index + 2]) * squareToImage.scale)
            })
    }

    /// The points in the square of a region, as consecutive x, y and z; nil without a face.
    ///
    /// - Complexity: 113 million multiply-adds.
    func mesh(in image: Image, region: FaceMeshRegion) -> [Float]? {
        mesh.withWorkspace { workspace in
            fill(workspace, from: image, region)
            mesh.network.run(workspace)
            let logit = FaceLandmarker.presenceLogit(workspace)
            guard logit >= FaceMesh.minPresenceLogit else { return nil }
            return workspace.withOutput("landmarks") { Array($0) }
        }
    }

    private func fill(_ workspace: Workspace, from image: Image, _ region: FaceMeshRegion) {
        let input = mesh.network.manifest.input
        workspace.withInput { values in
            image.sampleWarped(
                region.squareToImage(pixels: input.width), width: input.width,
                height: input.height, scale: Float(input.scale), offset: Float(input.offset),
                into: values)
        }
    }

    /// The movements shown by such points.
    func movements(of mesh: [Float]) -> FaceMovements {
        coefficients.withWorkspace { workspace in
            workspace.withInput { input in
                for (index, point) in Self.points.enumerated() {
                    input[2 * index] = mesh[3 * point]
                    input[2 * index + 1] = mesh[3 * point + 1]
                }
            }
            coefficients.network.run(workspace)
            // The first value is not a movement: MediaPipe calls it neutral, and recommends to
            // ignore it.
            return workspace.withOutput(0) { FaceMovements(values: Array($0.dropFirst())) }
        }
    }

    /// Indices of the mesh's points that are inputs of the movement network, in its order; the last
    /// ten are those of the irises.
    private static let points = [
        0, 1, 4, 5, 6, 7, 8, 10, 13, 14, 17, 21, 33, 37, 39, 40, 46, 52, 53, 54, 55, 58, 61, 63, 65,
        66, 67, 70, 78, 80, 81, 82, 84, 87, 88, 91, 93, 95, 103, 105, 107, 109, 127, 132, 133, 136,
        144, 145, 146, 148, 149, 150, 152, 153, 154, 155, 157, 158, 159, 160, 161, 162, 163, 168,
        172, 173, 176, 178, 181, 185, 191, 195, 197, 234, 246, 249, 251, 263, 267, 269, 270, 276,
        282, 283, 284, 285, 288, 291, 293, 295, 296, 297, 300, 308, 310, 311, 312, 314, 317, 318,
        321, 323, 324, 332, 334, 336, 338, 356, 361, 362, 365, 373, 374, 375, 377, 378, 379, 380,
        381, 382, 384, 385, 386, 387, 388, 389, 390, 397, 398, 400, 402, 405, 409, 415, 454, 466,
        468, 469, 470, 471, 472, 473, 474, 475, 476, 477,
    ]
}
