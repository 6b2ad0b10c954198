package import FacialFunWire

/// Numbers the people of a film consistently through crossings, absences and cuts.
///
/// ``FaceTracker`` gives the positions of faces, this type their identities. A face is assigned to
/// the person whose motion predicts it there and whom it resembles; all faces of a frame are
/// assigned jointly. After an absence longer than ``memorySeconds``, or a cut, a person gets the
/// old number only if the face clearly resembles theirs and no one else's. One person may therefore
/// get two numbers; two people rarely share one. While others are absent, a new face is observed
/// for up to half a second before that is decided, because its first view is often poor.
///
/// The appearance of people is only stored in this value. The same faces and times give the same
/// numbers.
package struct PersonTracker: Sendable {
    /// A face in a frame.
    package struct Sighting: Hashable, Sendable {
        /// Position of the face, in pixels.
        package var box: Box
        /// Appearance of the face.
        package var appearance: FaceAppearance
        /// Whether the view is clear enough to remember the person by.
        package var isClear: Bool

        /// Makes a sighting.
        package init(box: Box, appearance: FaceAppearance, isClear: Bool) {
            self.box = box
            self.appearance = appearance
            self.isClear = isClear
        }
    }

    /// Time after which the last motion no longer predicts a face's position, in seconds.
    static let memorySeconds = 1.0
    /// The same time in frame intervals, for low frame rates at which a face may be missed in one
    /// frame.
    static let memoryIntervals = 2.5
    /// Gap between frames, in seconds, over which a moving camera may look like a cut.
    static let maxCutInterval = 0.5
    /// Minimum likeness that certainly identifies a person.
    ///
    /// On posed faces of 59 people, this similarity is exceeded by 0.06 % of the pairs of different
    /// people and by more than half of the pairs of one person in two sequences
    /// (`training/measure/person_likeness.py`).
    static let sureLikeness = Contract.shared.sureLikeness
    /// Minimum difference to the likeness of the next person.
    static let sureMargin = 0.05
    /// Minimum likeness of a face at the expected position, so that a number does not pass to
    /// another person at a cut.
    static let minLikeness = 0.25
    /// Minimum likeness of a face that has moved farther than expected.
    static let minMovedLikeness = 0.5
    /// Maximum number of remembered people, those seen last.
    static let maxPeople = 200

    /// Maximum time to wait for a clear view of a new person while others are absent, in seconds.
    static let decisionSeconds = 0.5
    /// Minimum number of frames to wait, for low frame rates.
    static let minDecisionFrames = 3
    /// Maximum number of frames to wait.
    static let maxDecisionFrames = 16

    /// Number of people so far.
    package private(set) var count = 0
    private var people: [Person] = []
    private var labels = 0
    private var numbers: [Int: Int] = [:]
    private var lastSeconds: Double?
    private var lastGap = Double.infinity

    /// Creates a tracker without people.
    package init() {}

    /// Processes the faces of the next frame.
    ///
    /// - Parameters:
    ///   - sightings: The faces.
    ///   - seconds: Time of the frame.
    ///   - isCut: Whether the frame is the first after a cut, so that positions are meaningless.
    /// - Returns: A label for each face; ``number(of:)`` returns the person's number for it, at
    ///   once or within the next ``maxDecisionFrames`` frames.
    package mutating func update(
        _ sightings: [Sighting], atSeconds seconds: Double, isCut: Bool = false
    ) -> [Int] {
        let interval = frameInterval(atSeconds: seconds)
        let matches = sightings.map { sighting in
            people.map {
                Match($0, sighting, atSeconds: seconds, interval: interval, isCut: isCut)
            }
        }
        let pairs = OptimalAssignment.pairs(matches.map(Self.affinities))
        let isSomeoneAbsent = people.indices.contains { !pairs.contains($0) }
        var found: [Int] = []
        for (index, sighting) in sightings.enumerated() {
            // A face that overlaps another one is not remembered, because its picture shows two
            // people.
            let isAlone = !sightings.enumerated().contains { other, neighbour in
                other != index && neighbour.box.intersectionOverUnion(sighting.box) > 0.05
            }
            var remembered = sighting
            remembered.isClear = sighting.isClear && isAlone
            if let person = pairs[index] {
                people[person].see(remembered, atSeconds: seconds, isCut: isCut)
                found.append(people[person].label)
            } else {
                labels += 1
                people.append(Person(label: labels, remembered, atSeconds: seconds))
                if !isSomeoneAbsent { decide(labels) }
                found.append(labels)
            }
        }
        for label in found { recognizeAgain(label, among: found, atSeconds: seconds) }
        confirmOverdue(atSeconds: seconds)
        evictLongestAbsent()
        return found
    }

    /// The number of a person, from 1; nil while it is undecided whether the person has been seen
    /// before.
    package func number(of label: Int) -> Int? { numbers[label] }

    /// Makes all pending decisions, for example at the end of a film: a person who is not certainly
    /// known is new.
    package mutating func settle() {
        for person in people where numbers[person.label] == nil { decide(person.label) }
    }

    /// The time between frames: the smaller of the last two gaps, so that a single pause in a film
    /// does not count as a low frame rate.
    private mutating func frameInterval(atSeconds seconds: Double) -> Double {
        guard let last = lastSeconds else {
            lastSeconds = seconds
            return 0
        }
        let gap = max(seconds - last, 0)
        defer { (lastSeconds, lastGap) = (seconds, gap) }
        return min(gap, lastGap)
    }

    /// Assigns a number to a new person.
    private mutating func decide(_ label: Int) {
        count += 1
        numbers[label] = count
    }

    /// Checks whether an undecided person is certainly one of the absent ones.
    private mutating func recognizeAgain(
        _ label: Int, among present: [Int], atSeconds seconds: Double
    ) {
        guard numbers[label] == nil, let index = people.firstIndex(where: { $0.label == label }),
            people[index].lastIsClear
        else { return }
        let appearance = people[index].last
        let likenesses = people.map { $0.label == label ? -1 : $0.likeness(to: appearance) }
        guard let best = likenesses.indices.max(by: { likenesses[$0] < likenesses[$1] }),
            likenesses[best] >= Self.sureLikeness, !present.contains(people[best].label),
            let number = numbers[people[best].label],
            !likenesses.indices.contains(where: {
                $0 != best && likenesses[$0] > likenesses[best] - Self.sureMargin
            })
        else { return }
        numbers[label] = number
        people[best].resume(as: people[index])
        people.remove(at: index)
    }

    /// Assigns numbers to people who have waited long enough, or are absent again.
    private mutating func confirmOverdue(atSeconds seconds: Double) {
        for index in people.indices where numbers[people[index].label] == nil {
            people[index].frames += 1
            let (frames, waited) = (people[index].frames, seconds - people[index].firstSeconds)
            let isUp = waited >= Self.decisionSeconds && frames >= Self.minDecisionFrames
            if isUp || frames >= Self.maxDecisionFrames { decide(people[index].label) }
        }
    }

    /// Affinity of a face to each person; nil if it cannot be theirs.
    private static func affinities(_ matches: [Match]) -> [Double?] {
        matches.enumerated().map { number, match in
            if match.isPlausiblyThere { return 0.6 * match.nearness + match.likeness }
            guard match.likeness >= sureLikeness else { return nil }
            let isUnique = !matches.enumerated().contains { other, rival in
                other != number && rival.likeness > match.likeness - sureMargin
            }
            return isUnique ? match.likeness : nil
        }
    }

    private mutating func evictLongestAbsent() {
        guard people.count > Self.maxPeople else { return }
        settle()
        people.sort { ($0.lastSeconds, $0.label) > ($1.lastSeconds, $1.label) }
        people.removeLast(people.count - Self.maxPeople)
    }

    /// Comparison of a face with a person.
    private struct Match {
        /// Similarity of the appearances, −1…1.
        let likeness: Double
        /// Proximity of the face to the person's expected position, 0…1.
        let nearness: Double
        /// Whether the face may be the person's after a movement.
        let isPlausiblyThere: Bool

        init(
            _ person: Person, _ sighting: Sighting, atSeconds seconds: Double, interval: Double,
            isCut: Bool
        ) {
            likeness = person.likeness(to: sighting.appearance)
            let gap = seconds - person.lastSeconds
            let memory = max(
                PersonTracker.memorySeconds, PersonTracker.memoryIntervals * interval)
            let isSurelyCut = isCut && interval <= PersonTracker.maxCutInterval
            guard !isSurelyCut, gap > 0, gap <= memory else {
                (nearness, isPlausiblyThere) = (0, false)
                return
            }
            let expected = person.expectedCenter(after: gap)
            let width = max((person.box.width + sighting.box.width) / 2, 1)
            let distance = expected.distance(to: sighting.box.center) / width
            // The uncertainty of a predicted position grows with time.
            let spread = 0.35 + 0.8 * gap
            nearness = 1 / (1 + (distance / spread) * (distance / spread))
            let growth = max(
                sighting.box.width / max(person.box.width, 1),
                person.box.width / max(sighting.box.width, 1))
            let isThere = distance <= spread && growth <= 1.4 + gap
            let isNear = distance <= 3 * spread && growth <= 1.6 + gap
            let minLikeness =
                isCut ? PersonTracker.minMovedLikeness : Self.minLikeness(after: gap)
            isPlausiblyThere =
                (isThere && likeness >= minLikeness)
                || (isNear && likeness >= PersonTracker.minMovedLikeness)
        }

        /// The minimum likeness of a face at the expected position; it grows with the uncertainty
        /// of the position.
        private static func minLikeness(after gap: Double) -> Double {
            let (low, high) = (PersonTracker.minLikeness, PersonTracker.minMovedLikeness)
            let lateness = max(gap - PersonTracker.memorySeconds, 0)
            return min(low + (high - low) * lateness / 2, high)
        }
    }
}
