import FacialFunWire

/// Recognizes the faces of one video, frame by frame.
///
/// Faces are tracked from frame to frame (``FaceAnalysis/FaceTracker``), so that most frames need
/// no search. After the first frames of a size, only the geometric features in the reports are
/// allocated, provided that the previous report has been released.
///
/// Belongs to one video and must not be used by two threads at a time; many may share a recognizer.
package final class FrameRecognizer {
    private let recognizer: EmotionRecognizer
    private let workers: Int
    private var tracker: FaceTracker
    private var faces: [Face] = []
    private var reports: [FaceReport] = []
    private var ids: [Int] = []

    /// Creates a recognizer without frames.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - budget: Search budget.
    ///   - smallestFace: The width in pixels of the smallest face to search for; nil for the
    ///     budget's own value.
    ///   - limits: Search intervals.
    ///   - workers: Number of threads for each frame; it does not affect the results.
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
    ///   - picture: The whole frame, upright, at any scale; the scale is the same for all frames of
    ///     a video.
    ///   - milliseconds: Capture time, on any clock that never goes back.
    ///   - movements: Estimator of movements; nil if they are not requested.
    ///   - landmarks: Estimator of the 478 points; nil if they are not requested.
    /// - Returns: The report, in pixels of the full size; without a face its list of faces is
    ///   empty.
    package func recognize(
        _ picture: DecodedImage, atMilliseconds milliseconds: Double,
        movements: MovementEstimator? = nil, landmarks: MovementEstimator? = nil
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
            source: picture, width: picture.width, height: picture.height, movements: movements,
            landmarks: landmarks)
        recognizer.report(on: faces, in: scene, workers: workers, into: &reports, &timer)
        return FrameReport(
            faces: reports, ids: ids, origin: origin, milliseconds: timer.finished())
    }

    /// The width in pixels of the smallest face to search for in a frame of the given size.
    func smallestFace(width: Int, height: Int) -> Double {
        tracker.smallestFace(width: width, height: height)
    }

    /// Forgets all faces, for a new video: the next frame is searched.
    package func reset() { tracker.reset() }
}
