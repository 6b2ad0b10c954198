import Dispatch
import Foundation
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP: the first signal requests a graceful shutdown.
///
/// The process ends immediately after a second signal, or if the shutdown takes too long.
///
/// `@unchecked Sendable`: the sources are created in `init` and used again only in `deinit`.
final class StopSignals: @unchecked Sendable {
    private static let watched = [SIGINT, SIGTERM, SIGHUP]
    /// Requests get three seconds and the scoring service three; the rest is for a slow disk.
    private static let limit = 10.0

    private let sources: [any DispatchSourceSignal]

    /// Starts watching the signals.
    ///
    /// `stop` is called once.
    init(stop: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "facialfun-family.signals")
        let first = Once()
        // The reader of the program's output may disappear, which must not end the program.
        signal(SIGPIPE, SIG_IGN)
        sources = Self.watched.compactMap { number in
            // The process must ignore the signal, or the dispatch source does not get it.
            let former = signal(number, SIG_IGN)
            // Under nohup, the game outlives its terminal.
            if number == SIGHUP, Self.isIgnored(former) { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                guard first.isFirst() else { _exit(128 + number) }
                stop()
                queue.asyncAfter(deadline: .now() + Self.limit) {
                    Terminal.complain("The game did not stop within \(Int(Self.limit)) seconds.")
                    _exit(1)
                }
            }
            source.resume()
            return source
        }
    }

    private static func isIgnored(_ handler: sighandler_t?) -> Bool {
        unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    deinit { for source in sources { source.cancel() } }
}

/// Distinguishes the first call from all others.
private final class Once: Sendable {
    private let happened = Atomic(false)

    func isFirst() -> Bool { !happened.exchange(true, ordering: .relaxed) }
}
