import Dispatch
import Foundation
import Synchronization

/// SIGINT, SIGTERM and SIGHUP: the first one asks the game to end, a second one ends it at once, and so
/// does a game that has not ended in time.
///
/// `@unchecked Sendable`: the sources are made in `init` and touched again in `deinit` only.
final class StopSignals: @unchecked Sendable {
    private static let watched = [SIGINT, SIGTERM, SIGHUP]
    /// Requests get three seconds, the service three; the rest is for a slow disk.
    private static let limit = 10.0

    private let sources: [any DispatchSourceSignal]

    /// Watches the signals from now on; `stop` is called once.
    init(stop: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "facialfun-family.signals")
        let first = Once()
        // Whoever reads the program's words may go: that is no reason to end.
        signal(SIGPIPE, SIG_IGN)
        sources = Self.watched.compactMap { number in
            // The source sees what the process itself must not die of.
            let former = signal(number, SIG_IGN)
            // Under nohup the game lives on when the terminal goes.
            if number == SIGHUP, Self.isIgnored(former) { return nil }
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                guard first.isFirst() else { _exit(128 + number) }
                stop()
                queue.asyncAfter(deadline: .now() + Self.limit) {
                    Terminal.complain("The game did not end within \(Int(Self.limit)) seconds.")
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

/// Tells the first call from all others.
private final class Once: Sendable {
    private let happened = Atomic(false)

    func isFirst() -> Bool { !happened.exchange(true, ordering: .relaxed) }
}
