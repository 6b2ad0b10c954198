import FacialFun
import FacialFunWire
import NIOCore
import Synchronization

/// The baselines of this service, in memory.
///
/// Each is stored with the observations of its pictures, without the pictures, and expires.
final class SharedBaselineStore: Sendable {
    /// Maximum number of pictures per baseline.
    static let maxPictures = 16

    /// Maximum number of baselines per process or TCP address.
    static let capacityOfHolder = 128

    private struct State {
        var store = BaselineStore()
        var sources: [String: Source] = [:]
    }

    /// Pictures and holder of a baseline.
    private struct Source {
        let holder: WorkClient.Peer
        var observations: [Observation]
    }

    private let state = Mutex(State())

    /// The current time on the clock of the store.
    static var now: Double { Double(NIODeadline.now().uptimeNanoseconds) / 1e6 }

    /// Creates a baseline from a picture.
    ///
    /// - Parameters:
    ///   - observation: The observed face.
    ///   - holder: The client.
    /// - Returns: The baseline's name.
    /// - Throws: The reason why the face is unsuitable; `too_many_baselines` at the limit, in total
    ///   or of the client, because baselines are not evicted.
    func add(_ observation: Observation, of holder: WorkClient.Peer) throws(Problem) -> String {
        let baseline = try Self.baseline(of: [observation])
        let name = RandomIdentifier.make()
        try state.withLock { state throws(Problem) in
            Self.forget(&state)
            guard state.sources.values.count(where: { $0.holder == holder }) < Self.capacityOfHolder
            else { throw Problem.tooManyBaselinesOfHolder }
            guard state.store.count(atMilliseconds: Self.now) < BaselineStore.capacity else {
                throw Problem.tooManyBaselines
            }
            state.store.store(baseline, name: name, atMilliseconds: Self.now)
            state.sources[name] = Source(holder: holder, observations: [observation])
        }
        return name
    }

    /// Rebuilds a baseline with one more picture and returns the number of pictures; nil if it does
    /// not exist.
    ///
    /// - Throws: The reason why the face is unsuitable; the baseline is unchanged.
    func add(_ observation: Observation, to name: String) throws(Problem) -> Int? {
        // While holding the lock, so that concurrent pictures are all added.
        try state.withLock { state throws(Problem) in
            Self.forget(&state)
            guard let known = state.sources[name] else { return nil }
            let all = known.observations.suffix(Self.maxPictures - 1) + [observation]
            let baseline = try Self.baseline(of: Array(all))
            state.store.store(baseline, name: name, atMilliseconds: Self.now)
            state.sources[name]?.observations = Array(all)
            return all.count
        }
    }

    private static func baseline(of pictures: [Observation]) throws(Problem) -> Baseline {
        switch Baseline.made(of: pictures) {
        case .baseline(let baseline): return baseline
        case .problem(let problem): throw Problem(problem)
        }
    }

    /// The baseline of a name; nil if it is unknown or has expired.
    func baseline(_ name: String) -> Baseline? {
        state.withLock { $0.store.baseline(named: name, atMilliseconds: Self.now) }
    }

    /// Deletes a baseline; returns whether it existed.
    func remove(_ name: String) -> Bool {
        state.withLock { state in
            state.sources[name] = nil
            return state.store.remove(named: name)
        }
    }

    /// Number of baselines.
    var count: Int { state.withLock { $0.store.count(atMilliseconds: Self.now) } }

    /// Removes expired baselines.
    func sweep() { state.withLock { Self.forget(&$0) } }

    private static func forget(_ state: inout State) {
        state.store.removeExpired(atMilliseconds: now)
        for name in state.sources.keys
        where state.store.baseline(named: name, atMilliseconds: now) == nil {
            state.sources[name] = nil
        }
    }
}
