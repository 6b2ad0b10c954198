import CommandSupport
import Glibc

/// The signals that stop the service or the watching of a camera, held back so that one thread can wait for them.
///
/// `@unchecked Sendable`: the set is written once, before it is shared.
struct StopSignals: @unchecked Sendable {
    private let set: sigset_t

    /// Holds SIGTERM, SIGINT and SIGHUP (the terminal has gone) back, in this thread and all that it will start; a client that has
    /// gone is an error of the write (EPIPE), not a signal.
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

    /// Waits for one of them; its number.
    func wait() -> Int32 {
        var set = set
        var number: Int32 = 0
        while sigwait(&set, &number) != 0 {}
        return number
    }

    /// Lets them through from now on: the next one ends the process at once.
    func obey() {
        var set = set
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }
}
