import FacialFunWire

/// Follows faces through a video: a search finds them, and while nothing speaks against it each frame
/// after it looks only where they were.
///
/// Two refinement passes at the previous position give box and points as a search does, so tracked
/// and detected faces are framed the same way. The frame is searched again if a face is lost,
/// jumps, changes its appearance or meets another one, and at the latest after
/// ``TrackingLimits/frames`` frames or ``TrackingLimits/milliseconds``: lost faces are noticed
/// immediately, new ones within that bound. The same frames and times give the same faces.
///
/// A value with the memory of one video; not for two threads at a time.
package struct FaceTracker: Sendable {
    /// Reason for a search.
    package enum SearchReason: String, Hashable, Sendable {
        /// There were no faces to follow: the first frame, too.
        case noFaces
        /// The frames or the time since the last search are up; also when time ran backwards.
        case due
        /// Frames of another size.
        case sizeChanged
        /// A face is no longer where it was.
        case lost
        /// A face has moved or grown too far.
        case jumped
        /// A face looks unlike itself.
        case changed
        /// Two faces have come to lie upon each other.
        case overlapping
    }

    /// Origin of the faces of a frame.
    package enum Origin: Hashable, Sendable {
        /// By looking where they were.
        case followed
        /// By searching the picture.
        case searched(SearchReason)
    }

    /// When to search again.
    package let limits: TrackingLimits
    /// Search budget.
    package let budget: SearchBudget
    /// The faces of the last frame, after a search the largest first.
    package private(set) var faces: [TrackedFace] = []

    private let smallestFace: Double?
    private let workers: Int
    private let detector: FaceDetector
    private var size = (width: 0, height: 0)
    private var framesSinceSearch = 0
    private var lastSearch = 0.0
    private var lastTime = -Double.infinity
    private var nextID = 0
    /// Memory that is used again.
    private var found: [TrackedFace?] = []
    private var searched: [Face] = []
    private var before: [TrackedFace] = []

    /// Makes a tracker that has seen nothing; `smallestFace`, in pixels of each frame, goes before the
    /// budget; `workers` threads share the work on one frame.
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

    /// Takes the next frame; ``faces`` are then its faces.
    ///
    /// - Parameters:
    ///   - image: The frame.
    ///   - milliseconds: When it was taken, on any clock that does not run backwards.
    /// - Returns: How they were found.
    /// - Complexity: Two runs of the network for each face that is followed, or a search. Allocates
    ///   nothing when it has seen as many faces before in frames of the size.
    package mutating func update(_ image: Image, atMilliseconds milliseconds: Double) -> Origin {
        defer { lastTime = milliseconds }
        if let reason = reasonToSearch(image, milliseconds) ?? follow(in: image) {
            search(image, milliseconds)
            return .searched(reason)
        }
        framesSinceSearch += 1
        return .followed
    }

    /// The width in pixels of the smallest face that is searched for in a frame of a size.
    package func smallestFace(width: Int, height: Int) -> Double {
        smallestFace ?? budget.smallestFace(width: width, height: height)
    }

    /// Forgets the faces: the next frame is searched.
    package mutating func reset() { faces.removeAll(keepingCapacity: true) }

    /// Reason to search before tracking.
    private func reasonToSearch(_ image: Image, _ milliseconds: Double) -> SearchReason? {
        if faces.count == 0 { return .noFaces }
        if size != (image.width, image.height) { return .sizeChanged }
        // Also where a time is not a number.
        let isWithin =
            milliseconds >= lastTime && milliseconds - lastSearch < limits.milliseconds
            && framesSinceSearch + 1 < limits.frames
        return isWithin ? nil : .due
    }

    /// Looks where the faces were; keeps them only when there is no doubt.
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

    /// The number of the face that was there before and looked like it, or a new one.
    private mutating func identity(of face: Face, _ template: FaceTemplate) -> Int {
        for index in 0..<before.count {
            let known = before[index]
            if known.face.box.intersectionOverUnion(face.box) > 0.3,
                known.template.likeness(to: template) >= limits.minLikeness
            {
                // Each is found once.
                before[index] = before[before.count - 1]
                before.removeLast()
                return known.id
            }
        }
        nextID += 1
        return nextID
    }
}
