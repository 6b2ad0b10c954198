import FacialFun
import FacialFunWire
import NIOCore
import Synchronization

/// The attempts, in memory.
///
/// Unused attempts expire. A running attempt is never dropped for another one: at the limit, in
/// total or per client, only a finished attempt without listeners makes room. An attempt keeps its
/// baseline. Scores of frames are kept while an attempt smooths them; pictures are not.
final class AttemptStore: Sendable {
    /// An attempt is forgotten after so long without a use, in milliseconds.
    static let lifetimeMilliseconds = 600_000.0
    /// Maximum number of attempts.
    static let capacity = 1024
    /// Maximum number of attempts per process or TCP address.
    static let capacityOfHolder = 256
    /// An attempt that has ended is kept for its last questions for so long, in milliseconds.
    static let restMilliseconds = 10_000.0
    /// The most event streams of one attempt.
    static let maxStreams = 8

    private struct Entry {
        var attempt: Attempt
        /// Client that started the attempt.
        let holder: WorkClient.Peer
        /// Name and last value of the baseline: it may be deleted or expire without changing the
        /// verdicts of a running attempt.
        var baseline: (name: String, value: Baseline)?
        var frames = 0
        /// Movements of the newest frame; nil if none could be measured, and no value until they
        /// are requested.
        var movements: FaceMovements??
        var used: Double
        /// Frames that came and are not judged yet, with the time at which they are given up.
        var inWork: [(arrival: Double, deadline: Double)] = []
        var sinks: [Int: EventSink] = [:]
        var nextSink = 0
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Keeps a new attempt; its name.
    ///
    /// - Parameters:
    ///   - attempt: What is kept.
    ///   - baseline: The name of its baseline, and what that is now.
    ///   - holder: Whose it is.
    /// - Returns: Its name.
    /// - Throws: `too_many_attempts` at the limit, in total or of the holder, if all attempts are
    ///   running.
    func add(
        _ attempt: Attempt, baseline: (name: String, value: Baseline)?, of holder: WorkClient.Peer
    ) throws(Problem) -> String {
        let name = RandomIdentifier.make()
        let now = SharedBaselineStore.now
        try entries.withLock { entries throws(Problem) in
            let own = entries.values.count { $0.holder == holder }
            let isOwnFull = own >= Self.capacityOfHolder
            if isOwnFull || entries.count >= Self.capacity {
                let ended = entries.filter { _, entry in
                    entry.attempt.status.isFinal && entry.sinks.isEmpty
                        && entry.used + Self.restMilliseconds < now
                        && (!isOwnFull || entry.holder == holder)
                }
                guard
                    let oldest = ended.min(by: { ($0.value.used, $0.key) < ($1.value.used, $1.key) }
                    )
                else {
                    throw isOwnFull ? Problem.tooManyAttemptsOfHolder : Problem.tooManyAttempts
                }
                entries[oldest.key] = nil
            }
            entries[name] = Entry(
                attempt: attempt, holder: holder, baseline: baseline, used: now)
        }
        return name
    }

    /// Plan of an attempt; nil if it does not exist.
    func plan(of name: String) -> AttemptPlan? {
        entries.withLock { $0[name]?.attempt.plan }
    }

    /// Notes that a frame has come and will be judged, so that no time passes beyond it meanwhile: a
    /// frame counts for the moment at which it came.
    func expect(frameAt arrival: Double, until deadline: Double, for name: String) {
        entries.withLock { $0[name]?.inWork.append((arrival, deadline)) }
    }

    /// Marks a frame as expected while it is retained, so that time passes for the attempt
    /// regardless of the request.
    final class ExpectedFrame: Sendable {
        private let attemptStore: AttemptStore
        private let name: String
        private let arrival: Double

        fileprivate init(_ attemptStore: AttemptStore, _ name: String, _ arrival: Double) {
            (self.attemptStore, self.name, self.arrival) = (attemptStore, name, arrival)
        }

        deinit {
            attemptStore.entries.withLock { [name, arrival] entries in
                entries[name]?.inWork.removeAll { $0.arrival == arrival }
            }
        }
    }

    /// Notes that a frame has come whose request may yet be refused or given up.
    ///
    /// - Returns: To be kept by the work that judges it.
    func expected(
        frameAt arrival: Double, until deadline: Double, for name: String
    ) -> ExpectedFrame {
        expect(frameAt: arrival, until: deadline, for: name)
        return ExpectedFrame(self, name, arrival)
    }

    /// Status of an attempt; counts as use.
    func status(of name: String) -> AttemptStatus? {
        entries.withLock { entries in
            entries[name]?.used = SharedBaselineStore.now
            return entries[name]?.attempt.status
        }
    }

    /// The member that says how strongly the face of an attempt's newest frame makes each movement, for
    /// those that ask for them; none for the others.
    func movements(of name: String) -> [(String, JSONValue)] {
        entries.withLock { Self.members(of: $0[name].flatMap(\.movements)) }
    }

    private static func members(of movements: FaceMovements??) -> [(String, JSONValue)] {
        movements.map { [(MovementsQuery.name, $0?.json ?? .null)] } ?? []
    }

    /// Takes a frame, and tells those who listen.
    ///
    /// - Parameters:
    ///   - observation: What it shows.
    ///   - milliseconds: When it came.
    ///   - name: The attempt's.
    ///   - baselines: Where the attempt's baseline is found as it is now.
    ///   - isUse: Whether somebody has sent it, so that the attempt lives on.
    /// - Returns: Where the attempt stands, and the frame's number; nil where there is none of that
    ///   name.
    func take(
        _ observation: Observation, atMilliseconds milliseconds: Double, for name: String,
        baselines: SharedBaselineStore, isUse: Bool = true
    ) -> (status: AttemptStatus, frame: Int)? {
        change(name, isUse: isUse) { entry in
            entry.frames += 1
            if let name = entry.baseline?.name, let newest = baselines.baseline(name) {
                entry.baseline?.value = newest
            }
            entry.inWork.removeAll { $0.arrival == milliseconds }
            if case .face(_, _, _, let movements?) = observation {
                entry.movements = movements
            } else if entry.movements != nil {
                entry.movements = .some(nil)
            }
            let status = entry.attempt.apply(
                AttemptEvent(
                    frame: entry.frames, atMilliseconds: milliseconds, observation,
                    target: entry.attempt.plan.target, baseline: entry.baseline?.value,
                    withheld: entry.attempt.withheld))
            return (status, entry.frames)
        }
    }

    /// Restarts or skips an attempt and returns its status.
    func apply(_ kind: AttemptEvent.Kind, to name: String) -> AttemptStatus? {
        change(name) { entry in
            entry.attempt.apply(AttemptEvent(milliseconds: SharedBaselineStore.now, kind: kind))
        }
    }

    /// Forgets an attempt and ends its streams; whether there was one.
    func remove(_ name: String) -> Bool {
        guard let entry = entries.withLock({ $0.removeValue(forKey: name) }) else { return false }
        Self.end(Array(entry.sinks.values), reason: "deleted")
        return true
    }

    /// Whether one more stream of an attempt's events is served.
    func mayBeSubscribed(_ name: String) -> Bool {
        entries.withLock { ($0[name]?.sinks.count ?? Self.maxStreams) < Self.maxStreams }
    }

    /// Sends the status of an attempt, now and at each change.
    ///
    /// - Returns: The tie; nil where there is no attempt of that name, or it has all its streams.
    func subscribe(_ name: String, _ sink: EventSink) -> EventSubscription? {
        let place = entries.withLock { entries -> Int? in
            guard var entry = entries[name], entry.sinks.count < Self.maxStreams else {
                return nil
            }
            let place = entry.nextSink
            entry.nextSink += 1
            entry.sinks[place] = sink
            entries[name] = entry
            // Sent inside the lock, here and in `change`, to keep the order of events.
            sink.send(Self.event(entry.attempt.status, entry.movements))
            return place
        }
        guard let place else { return nil }
        return EventSubscription { [weak self] in
            self?.entries.withLock { $0[name]?.sinks[place] = nil }
        }
    }

    /// Lets time pass: holds break, limits end attempts, and what was not used is forgotten.
    func tick() {
        let now = SharedBaselineStore.now
        for name in entries.withLock({ Array($0.keys) }) {
            _ = change(name, isUse: false) { entry in
                entry.inWork.removeAll { $0.deadline < now }
                // Listening counts as use.
                if !entry.sinks.isEmpty { entry.used = now }
                let earliest = entry.inWork.map(\.arrival.nextDown).min() ?? now
                entry.attempt.apply(
                    AttemptEvent(milliseconds: min(now, earliest), kind: .tick))
            }
        }
        let gone = entries.withLock { entries in
            let old = entries.filter { $0.value.used + Self.lifetimeMilliseconds < now }
            for name in old.keys { entries[name] = nil }
            return old.values.flatMap { $0.sinks.values }
        }
        Self.end(gone, reason: "expired")
    }

    /// Number of attempts.
    var count: Int { entries.withLock { $0.count } }

    /// Changes an entry, and tells those who listen where that changed its status.
    private func change<Result>(
        _ name: String, isUse: Bool = true, _ body: (inout Entry) -> Result
    ) -> Result? {
        entries.withLock { entries -> Result? in
            guard var entry = entries[name] else { return nil }
            let before = entry.attempt.status
            let result = body(&entry)
            if isUse { entry.used = SharedBaselineStore.now }
            entries[name] = entry
            let after = entry.attempt.status
            if isUse || Self.differs(after, from: before) {
                let event = Self.event(after, entry.movements)
                for sink in entry.sinks.values { sink.send(event) }
            }
            return result
        }
    }

    /// Whether more has changed than the time.
    private static func differs(_ status: AttemptStatus, from other: AttemptStatus) -> Bool {
        var status = status
        status.milliseconds = other.milliseconds
        return status != other
    }

    private static func event(
        _ status: AttemptStatus, _ movements: FaceMovements??
    ) -> ServiceEvent {
        ServiceEvent(
            name: "status",
            data: JSONValue.object(status.members + members(of: movements)).compactText,
            isReplaceable: !status.isFinal)
    }

    private static func end(_ sinks: [EventSink], reason: String) {
        for sink in sinks {
            sink.send(
                ServiceEvent(name: "end", data: "{\"reason\":\"\(reason)\"}", isLast: true))
        }
    }
}
