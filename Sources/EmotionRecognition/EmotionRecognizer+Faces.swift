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
    ///   - workers: How many threads share the faces.
    ///   - stop: Asked before each face where one thread does all: once it is to stop, the rest is
    ///     left out.
    ///   - reports: What the reports are added to.
    ///   - timer: Gets the stages' times; of several workers the sum.
    func report(
        on faces: [Face], in scene: Scene, workers: Int, stop: CancellationCheck = .never,
        into reports: inout [FaceReport], _ timer: inout StageTimer
    ) {
        guard workers > 1, faces.count > 1 else {
            faceWorkspaces.withElement { workspace in
                // One rectangle at a time: a crowd must not cost a megabyte for each face.
                for index in 0..<faces.count {
                    if stop.isStopped { return }
                    reports.append(report(on: faces[index], in: scene, workspace, &timer))
                }
            }
            return
        }
        let shared = Mutex(
            (reports: [FaceReport?](repeating: nil, count: faces.count), timer: StageTimer()))
        parallelFor(faces.count, threads: workers) { index in
            var timer = StageTimer()
            let report = faceWorkspaces.withElement {
                self.report(on: faces[index], in: scene, $0, &timer)
            }
            shared.withLock { [timer] shared in
                shared.reports[index] = report
                shared.timer.add(timer)
            }
        }
        shared.withLock { shared in
            reports += shared.reports.compactMap(\.self)
            timer.add(shared.timer)
        }
    }

    private func report(
        on face: Face, in scene: Scene, _ workspace: FaceWorkspace, _ timer: inout StageTimer
    ) -> FaceReport {
        let place = place(of: face)
        let alignedCrop = FaceRectangle.alignedCrop(
            of: scene.source.image, toImage: place.followed(by: scene.source.toFull.inverse),
            in: &workspace.alignedCrop)
        timer.lap(\.rectangle)
        let findings = analyzer.examine(
            face, alignedCrop: alignedCrop, place: place, source: scene.source, width: scene.width,
            height: scene.height, workspace)
        timer.lap(\.landmarks)
        extractor.embed(alignedCrop, into: &workspace.embedding)
        timer.lap(\.features)
        let scores = classifier.scores(of: workspace.embedding)
        let prompted = classifier.scores(of: workspace.embedding, at: .prompted)
        timer.lap(\.classify)
        var movements: FaceMovements?
        if let estimator = scene.movements {
            movements = estimator.movements(
                in: scene.source.image,
                region: FaceMeshRegion(face.mapped(scene.source.toFull.inverse)))
            timer.lapMovements()
        }
        var report = FaceReport(
            box: face.box, keypoints: face.keypoints, confidence: face.confidence,
            rectangle: RectangleReport(side: FaceRectangle.side, toImage: place),
            quality: findings.quality, features: findings.features, scores: scores,
            promptedScores: prompted, movements: movements)
        report.reasons = gate.reasons(for: report)
        return report
    }
}
