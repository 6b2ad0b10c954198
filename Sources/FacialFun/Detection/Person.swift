import FacialFunWire

/// State of a person in ``PersonTracker``.
struct Person: Sendable {
    /// Maximum number of remembered faces per person.
    static let maxFaces = 8
    /// Maximum likeness of a new face to a remembered one; a more similar one adds no information.
    static let maxNewLikeness = 0.8

    /// The person's label, from 1, never reused.
    private(set) var label: Int
    /// Time at which the face was first seen, or seen again.
    private(set) var firstSeconds: Double
    /// Number of frames spent waiting for a decision about the identity.
    var frames = 0
    /// Last position of the face, in pixels.
    private(set) var box: Box
    /// Time of the last position.
    private(set) var lastSeconds: Double
    /// Pixels a second, to the right and down.
    private var velocity = (x: 0.0, y: 0.0)
    /// Last appearance.
    private(set) var last: FaceAppearance
    /// Whether the last view was clear.
    private(set) var lastIsClear: Bool
    /// Clear views of the person, each different from the others.
    private var faces: [FaceAppearance] = []

    /// Creates a person from the first face.
    init(label: Int, _ sighting: PersonTracker.Sighting, atSeconds seconds: Double) {
        self.label = label
        (box, last, lastSeconds) = (sighting.box, sighting.appearance, seconds)
        (lastIsClear, firstSeconds) = (sighting.isClear, seconds)
        if sighting.isClear { faces.append(sighting.appearance) }
    }

    /// Similarity of a face to the person: the highest one to a remembered face.
    func likeness(to appearance: FaceAppearance) -> Double {
        faces.reduce(last.likeness(to: appearance)) { max($0, $1.likeness(to: appearance)) }
    }

    /// Expected position of the face at its last velocity.
    func expectedCenter(after seconds: Double) -> Point {
        // A lost person may have stopped, so extrapolate by at most half a second.
        let time = min(seconds, 0.5)
        return Point(x: box.center.x + velocity.x * time, y: box.center.y + velocity.y * time)
    }

    /// Adds the person's face in the next frame.
    mutating func see(
        _ sighting: PersonTracker.Sighting, atSeconds seconds: Double, isCut: Bool
    ) {
        let gap = seconds - lastSeconds
        if isCut || gap <= 0 || gap > PersonTracker.memorySeconds {
            velocity = (0, 0)
        } else {
            // Averages with the previous velocity, because boxes are noisy.
            velocity.x += ((sighting.box.center.x - box.center.x) / gap - velocity.x) / 2
            velocity.y += ((sighting.box.center.y - box.center.y) / gap - velocity.y) / 2
        }
        (box, last, lastSeconds) = (sighting.box, sighting.appearance, seconds)
        lastIsClear = sighting.isClear
        if sighting.isClear { remember(sighting.appearance) }
    }

    /// Merges with the state of the same person under another number.
    mutating func resume(as other: Person) {
        (label, box, velocity, lastSeconds) = (
            other.label, other.box, other.velocity, other.lastSeconds
        )
        (last, lastIsClear) = (other.last, other.lastIsClear)
        for face in other.faces { remember(face) }
    }

    private mutating func remember(_ appearance: FaceAppearance) {
        guard !faces.contains(where: { $0.likeness(to: appearance) > Self.maxNewLikeness }) else {
            return
        }
        // Keeps the first remembered face, which shows the initial appearance.
        if faces.count == Self.maxFaces { faces.remove(at: 1) }
        faces.append(appearance)
    }
}
