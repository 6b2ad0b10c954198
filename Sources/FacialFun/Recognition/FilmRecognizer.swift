package import FacialFunWire

/// Record of one frame of a film.
package enum FilmRecord: Sendable {
    /// The frame was scored.
    case frame(Recognition)
    /// The frame could not be read.
    case failure(FailureReport)
}

/// Recognizes the faces of one film, frame by frame, and identifies people.
///
/// Faces are tracked as in a camera's video (``FrameRecognizer``); people keep their numbers
/// through crossings and absences (``FaceAnalysis/PersonTracker``). The same frames give the same
/// records except for the milliseconds. Belongs to one film and must not be used by two threads at
/// a time.
package final class FilmRecognizer {
    /// Delayed record.
    private enum Held {
        case frame(ImageReport, labels: [Int], picture: Image?)
        case failure(FailureReport)
    }

    /// Search intervals in films: a new face is found within a fifth of a second.
    package static var trackingLimits: TrackingLimits {
        var limits = TrackingLimits()
        limits.milliseconds = 200
        return limits
    }

    /// The minimum share of a face, brows to lower lip, within the frame.
    ///
    /// Stricter than the limit for pictures, because the scores of a face that leaves the frame
    /// change before that limit would reject it.
    static let minVisibleShare = 0.9

    private let recognizer: EmotionRecognizer
    private let frames: FrameRecognizer
    private let options: RecognitionOptions
    private let path: String
    private let format: String
    private var people = PersonTracker()
    private var cuts = CutDetector()
    private var crop = ReusableImage()
    private var held: [Held] = []
    /// Number of frames so far, including unreadable ones.
    package private(set) var count = 0

    /// Number of people so far.
    package var peopleCount: Int { people.count }

    /// Creates a recognizer without frames.
    ///
    /// - Parameters:
    ///   - recognizer: The pipeline.
    ///   - path: The film's path in the reports.
    ///   - format: The format of the frames in the reports.
    ///   - options: Search budget and optional outputs.
    package init(
        _ recognizer: EmotionRecognizer, path: String, format: String,
        options: RecognitionOptions
    ) {
        self.recognizer = recognizer
        (self.path, self.format, self.options) = (path, format, options)
        frames = FrameRecognizer(
            recognizer, budget: options.budget, smallestFace: options.smallestFace,
            limits: Self.trackingLimits, workers: options.workers)
    }

    /// Finds and scores the faces of the next frame.
    ///
    /// A frame is held back while it is uncertain whether a person was seen before: at most half a
    /// second or 16 frames, as in ``FaceAnalysis/PersonTracker``.
    ///
    /// - Parameters:
    ///   - image: The frame, upright, at its full size.
    ///   - seconds: Time of the frame, from the beginning of the film.
    ///   - orientation: The EXIF orientation that was applied.
    /// - Throws: `unsoundModel`; the frame counts as unreadable.
    package func recognize(
        _ image: Image, atSeconds seconds: Double, orientation: Int = 1
    ) throws(FacialFunError) {
        let isCut = cuts.isCut(to: image)
        if isCut { frames.reset() }
        let found = frames.recognize(
            DecodedImage(image), atMilliseconds: seconds * 1000, movements: options.movements,
            landmarks: options.landmarks)
        try recognizer.checkNetworks()
        count += 1
        let faces = found.faces.map(Self.refusedIfLeaving)
        let sightings = faces.map { sighting(of: $0, in: image) }
        let labels = people.update(sightings, atSeconds: seconds, isCut: isCut)
        var report = ImageReport(
            path: path,
            image: ImageSummary(
                width: image.width, height: image.height, format: format,
                orientation: orientation),
            smallestFace: frames.smallestFace(width: image.width, height: image.height),
            faces: faces, milliseconds: found.milliseconds, model: recognizer.model)
        (report.frame, report.time) = (count, seconds)
        held.append(.frame(report, labels: labels, picture: options.keepsPictures ? image : nil))
    }

    /// Inserts the record of an unreadable frame in order.
    ///
    /// - Parameter failure: The record, which gets the frame's number.
    package func skip(_ failure: FailureReport) {
        count += 1
        var failure = failure
        failure.frame = count
        held.append(.failure(failure))
    }

    /// The next frame whose people are all decided, in order; nil if there is none yet.
    package func next() -> FilmRecord? {
        switch held.first {
        case nil: return nil
        case .failure(let failure):
            held.removeFirst()
            return .failure(failure)
        case .frame(var report, let labels, let image):
            let numbers = labels.compactMap { people.number(of: $0) }
            guard numbers.count == labels.count else { return nil }
            held.removeFirst()
            for index in labels.indices { report.faces[index].person = numbers[index] }
            report.faces.sort { ($0.box.area, $1.person ?? 0) > ($1.box.area, $0.person ?? 0) }
            let picture = image.map { DecodedImage($0) }
            return .frame(Recognition(report: report, picture: picture, source: picture))
        }
    }

    /// Decides who all people are, as at the end of the film.
    package func settle() { people.settle() }

    /// Adds ``Emotions/CannotJudgeReason/cutOff`` to a face that leaves or enters the frame.
    static func refusedIfLeaving(_ face: FaceReport) -> FaceReport {
        guard face.quality.visibleShare < minVisibleShare, !face.reasons.contains(.cutOff) else {
            return face
        }
        var refused = face
        refused.reasons = JudgeabilityGate.reasons.filter {
            $0 == .cutOff || face.reasons.contains($0)
        }
        return refused
    }

    private func sighting(of face: FaceReport, in image: Image) -> PersonTracker.Sighting {
        let alignedCrop = FaceRectangle.alignedCrop(
            of: image, toImage: face.rectangle.toImage, in: &crop)
        return PersonTracker.Sighting(
            box: face.box, appearance: FaceAppearance(of: alignedCrop), isClear: face.judgeable)
    }
}
