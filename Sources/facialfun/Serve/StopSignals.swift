import Glibc

/// The signals that stop the service, held back so that one thread can wait for them.
///
/// `@unchecked Sendable`: the set is written once, before it is shared.
struct StopSignals: @unchecked Sendable {
    private let set: sigset_t

    /// Holds SIGTERM and SIGINT back, in this thread and all that it will start; a client that has
    /// gone is an error of the write (EPIPE), not a signal.
    static func blocked() -> StopSignals {
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGTERM)
        sigaddset(&set, SIGINT)
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
