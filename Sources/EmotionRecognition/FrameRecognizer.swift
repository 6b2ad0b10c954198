import Emotions
public import FaceAnalysis
import FaceGeometry
public import FaceImaging

/// Recognises the faces of one video, frame by frame.
///
/// Faces are followed from frame to frame (``FaceAnalysis/FaceTracker``), so that most frames need no
/// search. After the first frames of a size nothing is allocated but what a report itself holds of
/// each face, its geometric features, provided that the report before is no longer held.
///
/// Belongs to one video and is not for two threads at a time; many may share a recogniser.
public final class FrameRecognizer {
    private let recognizer: EmotionRecognizer
    private let faceWorkers: Int
    private var tracker: FaceTracker
    private var faces: [Face] = []
    private var reports: [FaceReport] = []
    private var ids: [Int] = []

    /// Makes a recogniser that has seen nothing.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - budget: How hard to search.
    ///   - limits: When to search again.
    ///   - faceWorkers: How many threads share the faces of one frame; the results are the same.
    public init(
        _ recognizer: EmotionRecognizer, budget: SearchBudget = .live,
        limits: TrackingLimits = TrackingLimits(), faceWorkers: Int = 1
    ) {
        self.recognizer = recognizer
        self.faceWorkers = faceWorkers
        tracker = FaceTracker(detector: recognizer.detector, budget: budget, limits: limits)
    }

    /// Finds and scores the faces of the next frame.
    ///
    /// - Parameters:
    ///   - image: The frame, upright.
    ///   - milliseconds: When it was taken, on any clock that does not run backwards.
    /// - Returns: The report; a frame without a face has an empty list of faces.
    public func recognize(_ image: Image, atMilliseconds milliseconds: Double) -> FrameReport {
        var watch = StageWatch()
        let origin = tracker.update(image, atMilliseconds: milliseconds)
        faces.removeAll(keepingCapacity: true)
        ids.removeAll(keepingCapacity: true)
        reports.removeAll(keepingCapacity: true)
        for index in 0..<tracker.faces.count {
            faces.append(tracker.faces[index].face)
            ids.append(tracker.faces[index].id)
        }
        watch.lap(\.detect)
        let scene = EmotionRecognizer.Scene(
            source: DecodedImage(
                image: image, toFull: SimilarityTransform(a: 1, b: 0, tx: 0, ty: 0)),
            width: image.width, height: image.height)
        recognizer.report(on: faces, in: scene, workers: faceWorkers, into: &reports, &watch)
        return FrameReport(
            faces: reports, ids: ids, origin: origin, milliseconds: watch.finished())
    }

    /// Forgets the faces, as at a new video: the next frame is searched.
    public func reset() { tracker.reset() }
}
