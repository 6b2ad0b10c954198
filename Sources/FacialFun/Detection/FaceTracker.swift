import FacialFunWire

/// Tracks faces through a video: after a search, later frames are examined only where faces were,
/// until a result is uncertain.
///
/// Two refinement passes at the previous position give box and points as a search does, so tracked
/// and detected faces are framed the same way. The frame is searched again if a face is lost,
/// jumps, changes its appearance or meets another one, and at the latest after
/// ``TrackingLimits/frames`` frames or ``TrackingLimits/milliseconds``: lost faces are noticed
/// immediately, new ones within that bound. The same frames and times give the same faces.
///
/// A value with the memory of one video; for one thread at a time.
package struct FaceTracker: Sendable {
    /// Reason for a search.
    package enum SearchReason: String, Hashable, Sendable {
        /// There were no faces to track, including the first frame.
        case noFaces
        /// The limit of frames or time since the last search was reached; also if time ran
        /// backwards.
        case due
        /// The frame size changed.
        case sizeChanged
        /// A face is no longer at its place.
        case lost
        /// A face moved or grew too much.
        case jumped
        /// A face changed its appearance.
        case changed
        /// Two faces overlap.
        case overlapping
    }

    /// Origin of the faces of a frame.
    package enum Origin: Hashable, Sendable {
        /// Found by tracking.
        case followed
        /// Found by searching the picture.
        case searched(SearchReason)
    }

    /// Limits that determine when to search again.
    package let limits: TrackingLimits
    /// Search budget.
    package let budget: SearchBudget
    /// The faces of the last frame; after a search, the largest first.
    package private(set) var faces: [TrackedFace] = []

    private let smallestFace: Double?
    private let workers: Int
    private let detector: FaceDetector
    private var size = (width: 0, height: 0)
    private var framesSinceSearch = 0
    private var lastSearch = 0.0
    private var lastTime = -Double.infinity
    private var nextID = 0
    /// Reused memory.
    private var found: [TrackedFace?] = []
    private var searched: [Face] = []
    private var before: [TrackedFace] = []

    /// Creates a tracker.
    ///
    /// `smallestFace`, in pixels of each frame, overrides the budget; `workers` threads share the
    /// work on one frame.
    package init(
        detector: FaceDetector, budget: SearchBudget = .live, smallestFace: Double? = nil,
        limits: TrackingLimits = TrackingLimits(), workers: Int = 1
    ) {
        self.smallestFace = smallestFace
        self.workers = workers
        self.detector = detector
        self.budget = budget
        self.limits = limits
    }

    /// Processes the next frame; ``faces`` are then its faces.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - milliseconds: Capture time, on any clock that does not run backwards.
    /// - Returns: The origin of the faces.
    /// - Complexity: Two runs of the network for each tracked face, or a search. Allocates nothing
    ///   if frames of this size have had as many faces before.
    package mutating func update(_ image: Image, atMilliseconds milliseconds: Double) -> Origin {
        defer { lastTime = milliseconds }
        if let reason = reasonToSearch(image, milliseconds) ?? follow(in: image) {
            search(image, milliseconds)
            return .searched(reason)
        }
        framesSinceSearch += 1
        return .followed
    }

    /// The minimum face width in pixels for frames of a size.
    package func smallestFace(width: Int, height: Int) -> Double {
        smallestFace ?? budget.smallestFace(width: width, height: height)
    }

    /// Removes the faces, so that the next frame is searched.
    package mutating func reset() { faces.removeAll(keepingCapacity: true) }

    /// Reason to search before tracking.
    private func reasonToSearch(_ image: Image, _ milliseconds: Double) -> SearchReason? {
        if faces.count == 0 { return .noFaces }
        if size != (image.width, image.height) { return .sizeChanged }
        // Also if a time is not a number.
        let isWithin =
            milliseconds >= lastTime && milliseconds - lastSearch < limits.milliseconds
            && framesSinceSearch + 1 < limits.frames
        return isWithin ? nil : .due
    }

    /// Examines the places of the faces.
    ///
    /// Returns a reason to search if any result is uncertain.
    private mutating func follow(in image: Image) -> SearchReason? {
        found.removeAll(keepingCapacity: true)
        for index in 0..<faces.count { found.append(faces[index]) }
        detector.follow(&found, in: image, workers: workers)
        for index in 0..<faces.count {
            guard let next = found[index] else { return .lost }
            let last = faces[index]
            if hasJumped(from: last.face, to: next.face) { return .jumped }
            if next.template.likeness(to: last.template) < limits.minLikeness {
                return .changed
            }
            for other in 0..<index {
                guard let neighbour = found[other] else { continue }
                if neighbour.face.box.intersectionOverUnion(next.face.box) > 0.3 {
                    return .overlapping
                }
            }
        }
        for index in 0..<faces.count {
            if let next = found[index] { faces[index] = next }
        }
        return nil
    }

    private func hasJumped(from last: Face, to next: Face) -> Bool {
        let growth = next.box.width / last.box.width
        guard growth < limits.maxGrowth, growth > 1 / limits.maxGrowth else { return true }
        let (a, b) = (last.keypoints, next.keypoints)
        let shift =
            a.rightEye.distance(to: b.rightEye) + a.leftEye.distance(to: b.leftEye)
            + a.noseTip.distance(to: b.noseTip) + a.mouthCentre.distance(to: b.mouthCentre)
        return shift / 4 > limits.maxShift * last.box.width
    }

    private mutating func search(_ image: Image, _ milliseconds: Double) {
        detector.detect(
            in: image,
            smallestFace: smallestFace(width: image.width, height: image.height),
            workers: workers, into: &searched)
        before.removeAll(keepingCapacity: true)
        for index in 0..<faces.count { before.append(faces[index]) }
        faces.removeAll(keepingCapacity: true)
        detector.sign(searched, in: image) { face, template in
            faces.append(
                TrackedFace(id: identity(of: face, template), face: face, template: template))
        }
        size = (image.width, image.height)
        framesSinceSearch = 0
        lastSearch = milliseconds
    }

    /// The number of the similar face that was at this place before, or a new number.
    private mutating func identity(of face: Face, _ template: FaceTemplate) -> Int {
        for index in 0..<before.count {
            let known = before[index]
            if known.face.box.intersectionOverUnion(face.box) > 0.3,
                known.template.likeness(to: template) >= limits.minLikeness
            {
                // Each face can match only once.
                before[index] = before[before.count - 1]
                before.removeLast()
                return known.id
            }
        }
        nextID += 1
        return nextID
    }
}
