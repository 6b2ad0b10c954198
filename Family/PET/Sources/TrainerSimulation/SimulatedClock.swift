public import Foundation
import Synchronization

/// A clock that only advances on request.
public final class SimulatedClock: Sendable {
    private let moment: Mutex<Date>

    /// Makes a clock that is set to a moment.
    public init(_ date: Date) {
        moment = Mutex(date)
    }

    /// The moment.
    public var now: Date { moment.withLock { $0 } }

    /// Advances the clock by a number of seconds.
    public func advance(by seconds: Double) {
        moment.withLock { $0.addTimeInterval(seconds) }
    }

    /// Sets the clock to a moment.
    public func set(_ date: Date) {
        moment.withLock { $0 = date }
    }
}
