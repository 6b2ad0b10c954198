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
    /// Unused attempts expire after this time in milliseconds.
    static let lifetimeMilliseconds = 600_000.0
    /// Maximum number of attempts.
    static let capacity = 1024
    /// Maximum number of attempts per process or TCP address.
    static let capacityOfHolder = 256
    /// Time in milliseconds for which a finished attempt is kept, for final requests.
    static let restMilliseconds = 10_000.0
    /// Maximum number of event streams per attempt.
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
        /// The newest frame's reading; nil without a frame or if it cannot be judged.
        var reading: Reading?
        var used: Double
        /// Pending frames, with the times of their arrival and expiry.
        var inWork: [(arrival: Double, deadline: Double)] = []
        var sinks: [Int: EventSink] = [:]
        var nextSink = 0
    }

    private let entries = Mutex<[String: Entry]>([:])

    /// Stores a new attempt and returns its name.
    ///
    /// - Parameters:
    ///   - attempt: The attempt.
    ///   - baseline: The name and current value of its baseline.
    ///   - holder: The client.
    /// - Returns: The attempt's name.
    /// - Throws: `too_many_attempts` at the limit, in total or of the client, if all attempts are
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

    /// Records that a frame has arrived and will be judged.
    ///
    /// The attempt's time does not advance beyond it meanwhile, because a frame counts at its time
    /// of arrival.
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

    /// Records the arrival of a frame whose request may still be rejected or canceled.
    ///
    /// - Returns: A token to be retained by the work that judges the frame.
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

    /// The JSON member with the movements of the newest frame, for attempts that request them;
    /// empty otherwise.
    func movements(of name: String) -> [(String, JSONValue)] {
        entries.withLock { Self.members(of: $0[name].flatMap(\.movements)) }
    }

    /// The reading of an attempt's newest frame; nil without a frame or if it cannot be judged.
    func reading(of name: String) -> Reading? { entries.withLock { $0[name]?.reading } }

    private static func members(of movements: FaceMovements??) -> [(String, JSONValue)] {
        movements.map { [(MovementsQuery.name, $0?.json ?? .null)] } ?? []
    }

    /// Judges a frame and notifies the listeners.
    ///
    /// - Parameters:
    ///   - observation: The observed face.
    ///   - milliseconds: Time of arrival.
    ///   - name: The attempt's name.
    ///   - baselines: Store with the current value of the attempt's baseline.
    ///   - isUse: Whether a client sent it, which counts as use of the attempt.
    /// - Returns: The attempt's status, the frame's number and its reading; nil for an unknown
    ///   attempt.
    func take(
        _ observation: Observation, atMilliseconds milliseconds: Double, for name: String,
        baselines: SharedBaselineStore, isUse: Bool = true
    ) -> (status: AttemptStatus, frame: Int, reading: Reading?)? {
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
            let event = AttemptEvent(
                frame: entry.frames, atMilliseconds: milliseconds, observation,
                target: entry.attempt.plan.target, baseline: entry.baseline?.value,
                withheld: entry.attempt.withheld)
            entry.reading = if case .face(_, let reading) = event.kind { reading } else { nil }
            return (entry.attempt.apply(event), entry.frames, entry.reading)
        }
    }

    /// Restarts or skips an attempt and returns its status.
    func apply(_ kind: AttemptEvent.Kind, to name: String) -> AttemptStatus? {
        change(name) { entry in
            // The evidence is that of the newest frame of this try.
            if case .retry = kind { entry.reading = nil }
            return entry.attempt.apply(
                AttemptEvent(milliseconds: SharedBaselineStore.now, kind: kind))
        }
    }

    /// Deletes an attempt and ends its streams; returns whether it existed.
    func remove(_ name: String) -> Bool {
        guard let entry = entries.withLock({ $0.removeValue(forKey: name) }) else { return false }
        Self.end(Array(entry.sinks.values), reason: "deleted")
        return true
    }

    /// Whether another event stream of an attempt is allowed.
    func mayBeSubscribed(_ name: String) -> Bool {
        entries.withLock { ($0[name]?.sinks.count ?? Self.maxStreams) < Self.maxStreams }
    }

    /// Sends the status of an attempt, now and at each change.
    ///
    /// - Returns: The subscription; nil if the attempt is unknown or has the maximum number of
    ///   streams.
    func subscribe(_ name: String, _ sink: EventSink) -> EventSubscription? {
        let number = entries.withLock { entries -> Int? in
            guard var entry = entries[name], entry.sinks.count < Self.maxStreams else {
                return nil
            }
            let number = entry.nextSink
            entry.nextSink += 1
            entry.sinks[number] = sink
            entries[name] = entry
            // Sent while holding the lock, here and in `change`, to keep the order of events.
            sink.send(Self.event(entry.attempt.status, entry.movements))
            return number
        }
        guard let number else { return nil }
        return EventSubscription { [weak self] in
            self?.entries.withLock { $0[name]?.sinks[number] = nil }
        }
    }

    /// Advances time: ends holds, enforces time limits, and removes unused attempts.
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

    /// Changes an entry, and notifies the listeners if its status changed.
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

    /// Whether anything except the time has changed.
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
