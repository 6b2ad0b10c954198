import FacialFunWire
import Glibc

/// A state that threads share and wait on: a mutex with a condition.
///
/// `@unchecked Sendable`: the state is touched only while the mutex is held, and the two C objects are
/// made once, at addresses that do not move.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    /// Takes the first state.
    package init(_ state: sending State) {
        self.state = state
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        check(pthread_mutex_init(mutex, nil))
        var attributes = pthread_condattr_t()
        check(pthread_condattr_init(&attributes))
        check(pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC))
        check(pthread_cond_init(condition, &attributes))
        pthread_condattr_destroy(&attributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Changes the state, and wakes those who wait.
    package func withLock<R>(_ body: (inout State) -> R) -> R {
        check(pthread_mutex_lock(mutex))
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits until there is something, on a thread that may block.
    ///
    /// - Parameters:
    ///   - deadline: On ``MonotonicClock``, in nanoseconds; nil waits for ever.
    ///   - body: Looks, and changes the state where it finds something; nil where there is nothing.
    /// - Returns: What was found; nil at the deadline.
    package func wait<R>(until deadline: Int64?, _ body: (inout State) -> R?) -> R? {
        check(pthread_mutex_lock(mutex))
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let found = body(&state) { return found }
            guard let deadline else {
                check(pthread_cond_wait(condition, mutex))
                continue
            }
            guard MonotonicClock.nanoseconds < deadline else { return nil }
            var time = timespec(
                tv_sec: Int(deadline / 1_000_000_000), tv_nsec: Int(deadline % 1_000_000_000))
            pthread_cond_timedwait(condition, mutex, &time)
        }
    }

    /// The same without a deadline: waits until there is something.
    package func wait<R>(_ body: (inout State) -> R?) -> R {
        while true {
            if let found = wait(until: nil, body) { return found }
        }
    }

    private func check(_ result: Int32) {
        precondition(result == 0, "a lock of the C library failed: error \(result)")
    }
}
