public import Foundation
import Synchronization

/// A clock that goes when it is told to.
public final class SimulatedClock: Sendable {
    private let moment: Mutex<Date>

    /// A clock that stands at a moment.
    public init(_ date: Date) {
        moment = Mutex(date)
    }

    /// The moment.
    public var now: Date { moment.withLock { $0 } }

    /// Goes on by so many seconds.
    public func advance(by seconds: Double) {
        moment.withLock { $0.addTimeInterval(seconds) }
    }

    /// Goes to a moment.
    public func set(_ date: Date) {
        moment.withLock { $0 = date }
    }
}
