import FacialFunWire

/// Recognizes the faces of one video, frame by frame.
///
/// Faces are followed from frame to frame (``FaceAnalysis/FaceTracker``), so that most frames need no
/// search. After the first frames of a size nothing is allocated but what a report itself holds of
/// each face, its geometric features, provided that the report before is no longer held.
///
/// Belongs to one video and is not for two threads at a time; many may share a recognizer.
package final class FrameRecognizer {
    private let recognizer: EmotionRecognizer
    private let workers: Int
    private var tracker: FaceTracker
    private var faces: [Face] = []
    private var reports: [FaceReport] = []
    private var ids: [Int] = []

    /// Makes a recognizer that has seen nothing.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - budget: How hard to search.
    ///   - smallestFace: The width in pixels of the smallest face to search for; nil leaves it to the
    ///     budget.
    ///   - limits: When to search again.
    ///   - workers: How many threads share the work on one frame; the results are the same.
    package init(
        _ recognizer: EmotionRecognizer, budget: SearchBudget = .live,
        smallestFace: Double? = nil, limits: TrackingLimits = TrackingLimits(),
        workers: Int = 1
    ) {
        self.recognizer = recognizer
        self.workers = workers
        tracker = FaceTracker(
            detector: recognizer.detector, budget: budget, smallestFace: smallestFace,
            limits: limits, workers: workers)
    }

    /// Finds and scores the faces of the next frame.
    ///
    /// - Parameters:
    ///   - image: The frame, upright.
    ///   - milliseconds: When it was taken, on any clock that does not run backwards.
    ///   - movements: What measures the faces' movements; nil where they are not asked for.
    ///   - landmarks: finds the faces' 478 points; nil unless requested.
    /// - Returns: The report; a frame without a face has an empty list of faces.
    package func recognize(
        _ image: Image, atMilliseconds milliseconds: Double, movements: MovementEstimator? = nil,
        landmarks: MovementEstimator? = nil
    ) -> FrameReport {
        recognize(
            DecodedImage(image: image, toFull: SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0)),
            width: image.width, height: image.height, atMilliseconds: milliseconds,
            movements: movements, landmarks: landmarks)
    }

    /// Finds and scores the faces of the next frame, which was decoded at a reduced scale.
    ///
    /// - Parameters:
    ///   - picture: The whole frame, upright, at any scale; the same one for all frames of a video.
    ///   - width: The frame's width in pixels at full size.
    ///   - height: The frame's height in pixels at full size.
    ///   - milliseconds: When it was taken, on any clock that does not run backwards.
    ///   - movements: What measures the faces' movements; nil where they are not asked for.
    ///   - landmarks: finds the faces' 478 points; nil unless requested.
    /// - Returns: The report, in pixels of the full size.
    package func recognize(
        _ picture: DecodedImage, width: Int, height: Int, atMilliseconds milliseconds: Double,
        movements: MovementEstimator? = nil,
        landmarks: MovementEstimator? = nil
    ) -> FrameReport {
        var timer = StageTimer()
        let origin = tracker.update(picture.image, atMilliseconds: milliseconds)
        faces.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        reports.removeAll(keepingCapacity: true)
        for index in 0..<tracker.faces.count {
            faces.append(tracker.faces[index].face.mapped(picture.toFull))
            ids.append(tracker.faces[index].id)
        }
        timer.lap(\.detect)
        let scene = EmotionRecognizer.Scene(
            source: picture, width: width, height: height, movements: movements,
            landmarks: landmarks)
        recognizer.report(on: faces, in: scene, workers: workers, into: &reports, &timer)
        return FrameReport(
            faces: reports, ids: ids, origin: origin, milliseconds: timer.finished())
    }

    /// The width in pixels of the smallest face that is searched for in a frame of a size.
    func smallestFace(width: Int, height: Int) -> Double {
        tracker.smallestFace(width: width, height: height)
    }

    /// Forgets the faces, as at a new video: the next frame is searched.
    package func reset() { tracker.reset() }
}
