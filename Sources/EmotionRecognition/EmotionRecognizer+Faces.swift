import Emotions
import FaceAnalysis
import FaceGeometry
import FaceImaging
import Support
import Synchronization

/// From found faces to what is said of them.
extension EmotionRecognizer {
    /// A picture with faces.
    struct Scene: Sendable {
        /// Shows the faces and their surroundings.
        let source: DecodedImage
        /// Of the full-size image.
        let width: Int
        /// Of the full-size image.
        let height: Int
        /// What measures movements; nil where they are not asked for.
        var movements: MovementEstimator?
    }

    /// The map from a face's rectangle to the full-size image.
    func place(of face: Face) -> SimilarityTransform {
        framing.rectangleToImage(
            box: face.box, keypoints: face.keypoints, side: Double(FaceRectangle.side))
    }

    /// Adds what is said of faces, in their order.
    ///
    /// - Parameters:
    ///   - faces: In pixels of the full-size image.
    ///   - scene: The picture.
    ///   - workers: How many threads share the work; what is said of one face is measured in parts.
    ///   - stop: Asked before each face where one thread does all: once it is to stop, the rest is
    ///     left out.
    ///   - reports: What the reports are added to.
    ///   - timer: Gets the stages' times; of several workers the sum.
    func report(
        on faces: [Face], in scene: Scene, workers: Int, stop: CancellationCheck = .never,
        into reports: inout [FaceReport], _ timer: inout StageTimer
    ) {
        guard workers > 1, faces.count > 0 else {
            faceWorkspaces.withElement { workspace in
                // One rectangle at a time: a crowd must not cost a megabyte for each face.
                for index in 0..<faces.count {
                    if stop.isStopped { return }
                    let face = faces[index]
                    let shown = alignedCrop(of: face, in: scene, workspace, &timer)
                    let scores = scores(of: shown, workspace, &timer)
                    let findings = findings(on: face, shown, in: scene, workspace, &timer)
                    let movements = movements(of: face, in: scene, &timer)
                    reports.append(report(on: face, findings, scores, movements))
                }
            }
            return
        }
        let shared = Mutex(
            (parts: [Parts](repeating: Parts(), count: faces.count), timer: StageTimer()))
        let partCount = scene.movements == nil ? 2 : 3
        // Part by part in the order of their length, so that no long one is begun last.
        parallelFor(partCount * faces.count, threads: workers) { index in
            let (part, place) = index.quotientAndRemainder(dividingBy: faces.count)
            var (parts, timer) = (Parts(), StageTimer())
            faceWorkspaces.withElement { workspace in
                let face = faces[place]
                switch part {
                case 0:
                    let shown = alignedCrop(of: face, in: scene, workspace, &timer)
                    parts.scores = scores(of: shown, workspace, &timer)
                case 1:
                    let shown = alignedCrop(of: face, in: scene, workspace, &timer)
                    parts.findings = findings(on: face, shown, in: scene, workspace, &timer)
                default: parts.movements = movements(of: face, in: scene, &timer)
                }
            }
            shared.withLock { [parts, timer] shared in
                shared.parts[place].add(parts)
                shared.timer.add(timer)
            }
        }
        shared.withLock { shared in
            for (face, parts) in zip(faces, shared.parts) {
                guard let findings = parts.findings, let scores = parts.scores else { continue }
                reports.append(report(on: face, findings, scores, parts.movements))
            }
            timer.add(shared.timer)
        }
    }

    /// A face's scores at both operating points.
    private struct Scores: Sendable {
        let photograph: EmotionScores
        let prompted: EmotionScores?
    }

    /// What is measured of a face, as far as it is.
    private struct Parts: Sendable {
        var scores: Scores?
        var findings: FaceAnalyzer.Findings?
        var movements: FaceMovements?

        mutating func add(_ other: Parts) {
            scores = other.scores ?? scores
            findings = other.findings ?? findings
            movements = other.movements ?? movements
        }
    }

    /// What a face's rectangle shows, in the workspace's memory.
    private func alignedCrop(
        of face: Face, in scene: Scene, _ workspace: FaceWorkspace, _ timer: inout StageTimer
    ) -> Image {
        defer { timer.lap(\.rectangle) }
        return FaceRectangle.alignedCrop(
            of: scene.source.image,
            toImage: place(of: face).followed(by: scene.source.toFull.inverse),
            in: &workspace.alignedCrop)
    }

    private func scores(
        of alignedCrop: Image, _ workspace: FaceWorkspace, _ timer: inout StageTimer
    ) -> Scores {
        extractor.embed(alignedCrop, into: &workspace.embedding)
        timer.lap(\.features)
        defer { timer.lap(\.classify) }
        return Scores(
            photograph: classifier.scores(of: workspace.embedding),
            prompted: classifier.scores(of: workspace.embedding, at: .prompted))
    }

    private func findings(
        on face: Face, _ alignedCrop: Image, in scene: Scene, _ workspace: FaceWorkspace,
        _ timer: inout StageTimer
    ) -> FaceAnalyzer.Findings {
        defer { timer.lap(\.landmarks) }
        return analyzer.examine(
            face, alignedCrop: alignedCrop, place: place(of: face), source: scene.source,
            width: scene.width, height: scene.height, workspace)
    }

    private func movements(
        of face: Face, in scene: Scene, _ timer: inout StageTimer
    ) -> FaceMovements? {
        guard let estimator = scene.movements else { return nil }
        defer { timer.lapMovements() }
        return estimator.movements(
            in: scene.source.image, region: FaceMeshRegion(face.mapped(scene.source.toFull.inverse))
        )
    }

    private func report(
        on face: Face, _ findings: FaceAnalyzer.Findings, _ scores: Scores,
        _ movements: FaceMovements?
    ) -> FaceReport {
        var report = FaceReport(
            box: face.box, keypoints: face.keypoints, confidence: face.confidence,
            rectangle: RectangleReport(side: FaceRectangle.side, toImage: place(of: face)),
            quality: findings.quality, features: findings.features, scores: scores.photograph,
            promptedScores: scores.prompted, movements: movements)
        report.reasons = gate.reasons(for: report)
        return report
    }
}
