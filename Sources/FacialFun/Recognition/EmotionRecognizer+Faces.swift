import FacialFunWire
import NeuralNetwork
import Synchronization

/// Reports of detected faces.
extension EmotionRecognizer {
    /// A picture whose faces are analyzed.
    struct Scene: Sendable {
        /// Picture of the faces and their surroundings.
        let source: DecodedImage
        /// Width of the full-size image.
        let width: Int
        /// Height of the full-size image.
        let height: Int
        /// Estimator of movements; nil if they are not requested.
        var movements: MovementEstimator?
        /// Estimator of the 478 points; nil if they are not requested.
        var landmarks: MovementEstimator?
    }

    /// Measurements from the mesh of 478 points.
    struct Details: Sendable {
        var movements: FaceMovements?
        var landmarks: FaceLandmarks?
        var gaze: Gaze?
    }

    /// The transform from a face's rectangle to the full-size image.
    func rectangleToImage(of face: Face) -> SimilarityTransform {
        framing.rectangleToImage(
            box: face.box, keypoints: face.keypoints, side: Double(FaceRectangle.side))
    }

    /// Adds the reports of faces, in order.
    ///
    /// - Parameters:
    ///   - faces: Faces in pixels of the full-size image.
    ///   - scene: The picture.
    ///   - workers: Number of threads that share the work; the work on one face is split into
    ///     parts.
    ///   - stop: Checked before each face with one thread; after cancellation the remaining faces
    ///     are omitted.
    ///   - reports: The list that reports are added to.
    ///   - timer: Receives the times of the stages, summed over all workers.
    func report(
        on faces: [Face], in scene: Scene, workers: Int, stop: CancellationCheck = .never,
        into reports: inout [FaceReport], _ timer: inout StageTimer
    ) {
        guard workers > 1, faces.count > 0 else {
            faceWorkspaces.withElement { workspace in
                // Handles one rectangle at a time, so that a crowd does not need a megabyte per
                // face.
                for index in 0..<faces.count {
                    if stop.isStopped { return }
                    let face = faces[index]
                    let shown = alignedCrop(of: face, in: scene, workspace, &timer)
                    let scores = scores(of: shown, workspace, &timer)
                    let findings = findings(on: face, shown, in: scene, workspace, &timer)
                    let details = details(of: face, in: scene, &timer)
                    reports.append(report(on: face, findings, scores, details))
                }
            }
            return
        }
        let shared = Mutex(
            (parts: [Parts](repeating: Parts(), count: faces.count), timer: StageTimer()))
        let kinds = PartKind.all(
            faces: faces.count, workers: workers, mirrors: extractor.mirrorAveraging,
            details: scene.movements != nil || scene.landmarks != nil)
        // Starts with the longest parts, so that none of them is left for the end.
        parallelFor(kinds.count * faces.count, threads: workers) { index in
            let (kind, face) = index.quotientAndRemainder(dividingBy: faces.count)
            var timer = StageTimer()
            let parts = faceWorkspaces.withElement { workspace in
                part(kinds[kind], of: faces[face], in: scene, workspace, &timer)
            }
            shared.withLock { [parts, timer] shared in
                shared.parts[face].add(parts)
                shared.timer.add(timer)
            }
        }
        shared.withLock { shared in
            timer.add(shared.timer)
            for (face, parts) in zip(faces, shared.parts) {
                if let report = report(on: face, parts, in: scene, &timer) {
                    reports.append(report)
                }
            }
        }
    }

    /// A face's scores at both operating points.
    private struct Scores: Sendable {
        let photograph: EmotionScores
        let prompted: EmotionScores?
        let classes: ClassScores?
    }

    /// A part of the work on one face.
    private enum PartKind: Sendable {
        case scores, findings, details
        /// Emotion network on the face or its mirror image.
        case view(mirrored: Bool)
        /// Inputs of ``findings``.
        case mesh, surface

        /// The parts of the work on each face, longest first.
        ///
        /// With more threads than faces, the work is divided into smaller parts.
        static func all(faces: Int, workers: Int, mirrors: Bool, details: Bool) -> [PartKind] {
            let further: [PartKind] = details ? [.details] : []
            guard faces < workers else { return [.scores, .findings] + further }
            let scores: [PartKind] =
                mirrors ? [.view(mirrored: false), .view(mirrored: true)] : [.scores]
            return scores + further + [.mesh, .surface]
        }
    }

    /// Measured parts of a face.
    private struct Parts: Sendable {
        var scores: Scores?
        var view: [Float]?
        var mirrorView: [Float]?
        var findings: FaceAnalyzer.Findings?
        var mesh: FaceMesh?
        var surface: FaceAnalyzer.Surface?
        var details: Details?

        mutating func add(_ other: Parts) {
            scores = other.scores ?? scores
            view = other.view ?? view
            mirrorView = other.mirrorView ?? mirrorView
            findings = other.findings ?? findings
            mesh = other.mesh ?? mesh
            surface = other.surface ?? surface
            details = other.details ?? details
        }
    }

    /// Executes one part of the work on a face.
    private func part(
        _ kind: PartKind, of face: Face, in scene: Scene, _ workspace: FaceWorkspace,
        _ timer: inout StageTimer
    ) -> Parts {
        var parts = Parts()
        switch kind {
        case .scores:
            let shown = alignedCrop(of: face, in: scene, workspace, &timer)
            parts.scores = scores(of: shown, workspace, &timer)
        case .view(let mirrored):
            let shown = alignedCrop(of: face, in: scene, workspace, &timer)
            let view = extractor.embeddingOfOne(shown, mirrored: mirrored)
            if mirrored { parts.mirrorView = view } else { parts.view = view }
            timer.lap(\.features)
        case .findings:
            let shown = alignedCrop(of: face, in: scene, workspace, &timer)
            parts.findings = findings(on: face, shown, in: scene, workspace, &timer)
        case .surface:
            let shown = alignedCrop(of: face, in: scene, workspace, &timer)
            parts.surface = analyzer.surface(shown, workspace)
            timer.lap(\.landmarks)
        case .mesh:
            analyzer.findMesh(of: face, in: scene.source, workspace)
            parts.mesh = workspace.mesh
            timer.lap(\.landmarks)
        case .details: parts.details = details(of: face, in: scene, &timer)
        }
        return parts
    }

    /// The report of a face from its measured parts.
    private func report(
        on face: Face, _ parts: Parts, in scene: Scene, _ timer: inout StageTimer
    ) -> FaceReport? {
        var (found, said) = (parts.findings, parts.scores)
        if let surface = parts.surface, let mesh = parts.mesh {
            found = analyzer.findings(
                surface, mesh, toImage: rectangleToImage(of: face), width: scene.width,
                height: scene.height)
            timer.lap(\.landmarks)
        }
        if let view = parts.view, let mirrorView = parts.mirrorView {
            said = scores(of: zip(view, mirrorView).map { ($0 + $1) / 2 })
            timer.lap(\.classify)
        }
        guard let found, let said else { return nil }
        return report(on: face, found, said, parts.details ?? Details())
    }

    /// Contents of a face's rectangle, in the workspace's memory.
    private func alignedCrop(
        of face: Face, in scene: Scene, _ workspace: FaceWorkspace, _ timer: inout StageTimer
    ) -> Image {
        defer { timer.lap(\.rectangle) }
        return FaceRectangle.alignedCrop(
            of: scene.source.image,
            toImage: rectangleToImage(of: face).followed(by: scene.source.toFull.inverse),
            in: &workspace.alignedCrop)
    }

    private func scores(
        of alignedCrop: Image, _ workspace: FaceWorkspace, _ timer: inout StageTimer
    ) -> Scores {
        extractor.embed(alignedCrop, into: &workspace.embedding)
        timer.lap(\.features)
        defer { timer.lap(\.classify) }
        return scores(of: workspace.embedding)
    }

    private func scores(of embedding: [Float]) -> Scores {
        Scores(
            photograph: classifier.scores(of: embedding),
            prompted: classifier.scores(of: embedding, at: .prompted),
            classes: classifier.classScores(of: embedding))
    }

    private func findings(
        on face: Face, _ alignedCrop: Image, in scene: Scene, _ workspace: FaceWorkspace,
        _ timer: inout StageTimer
    ) -> FaceAnalyzer.Findings {
        defer { timer.lap(\.landmarks) }
        return analyzer.examine(
            face, alignedCrop: alignedCrop, toImage: rectangleToImage(of: face),
            source: scene.source,
            width: scene.width, height: scene.height, workspace)
    }

    /// Measures movements and landmarks, as requested, from one mesh of 478 points.
    private func details(
        of face: Face, in scene: Scene, _ timer: inout StageTimer
    ) -> Details {
        var details = Details()
        guard let estimator = scene.movements ?? scene.landmarks else { return details }
        defer { timer.lapMovements() }
        let region = FaceMeshRegion(face.mapped(scene.source.toFull.inverse))
        guard let mesh = estimator.mesh(in: scene.source.image, region: region) else {
            return details
        }
        if scene.movements != nil { details.movements = estimator.movements(of: mesh) }
        if scene.landmarks != nil {
            let points = estimator.landmarks(of: mesh, region: region).points
            let landmarks = FaceLandmarks(points: points.map { $0.mapped(scene.source.toFull) })
            details.landmarks = landmarks
            details.gaze = Gaze(of: landmarks)
        }
        return details
    }

    private func report(
        on face: Face, _ findings: FaceAnalyzer.Findings, _ scores: Scores,
        _ details: Details
    ) -> FaceReport {
        var report = FaceReport(
            box: face.box, keypoints: face.keypoints, confidence: face.confidence,
            rectangle: RectangleReport(
                side: FaceRectangle.side, toImage: rectangleToImage(of: face)),
            quality: findings.quality, features: findings.features, scores: scores.photograph,
            promptedScores: scores.prompted, movements: details.movements,
            landmarks: details.landmarks, gaze: details.gaze)
        report.classes = scores.classes
        report.reasons = gate.reasons(for: report)
        return report
    }
}

extension SIMD3<Double> {
    /// The point in another scale of the picture; the depth is scaled, too.
    fileprivate func mapped(_ transform: SimilarityTransform) -> SIMD3<Double> {
        let position = transform.apply(Point(x: x, y: y))
        return SIMD3(position.x, position.y, z * transform.scale)
    }
}
