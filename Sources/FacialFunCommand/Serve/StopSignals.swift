import CommandSupport
import Glibc

/// Blocked signals that stop the service or the watching of a camera, for a thread that waits for
/// them.
///
/// `@unchecked Sendable`: the set is written once, before it is shared.
struct StopSignals: @unchecked Sendable {
    private let set: sigset_t

    /// Blocks SIGTERM, SIGINT and SIGHUP (closed terminal) in this thread and all later ones.
    ///
    /// Writing to a disconnected client becomes an error (EPIPE) instead of a signal.
    static func blocked() -> StopSignals {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
        sigaddset(&set, SIGHUP)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        signal(SIGPIPE, SIG_IGN)
        return StopSignals(set: set)
    }

    /// Waits for one of them; returns its number.
    func wait() -> Int32 {
        var set = set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    /// Unblocks them: the next one ends the process at once.
    func unblock() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
