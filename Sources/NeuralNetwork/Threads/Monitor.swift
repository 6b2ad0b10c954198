import FacialFunWire
import Glibc

/// A state shared by threads that may wait for changes: a mutex with a condition variable.
///
/// `@unchecked Sendable`: the state is only accessed while the mutex is held, and the two C objects
/// are created once, at fixed addresses.
package final class Monitor<State>: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var state: State

    /// Creates a monitor with an initial state.
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

    /// Changes the state, and wakes waiting threads.
    package func withLock<R>(_ body: (inout State) -> R) -> R {
        check(pthread_mutex_lock(mutex))
        defer {
            pthread_cond_broadcast(condition)
            pthread_mutex_unlock(mutex)
        }
        return body(&state)
    }

    /// Waits for a condition, on a thread that may block.
    ///
    /// - Parameters:
    ///   - deadline: On ``MonotonicClock``, in nanoseconds; nil for no deadline.
    ///   - body: Checks the condition and returns a result, possibly after changing the state; nil
    ///     to keep waiting.
    /// - Returns: The result; nil at the deadline.
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

    /// Waits for a condition without a deadline.
    package func wait<R>(_ body: (inout State) -> R?) -> R {
        while true {
            if let found = wait(until: nil, body) { return found }
        }
    }

    private func check(_ result: Int32) {
        precondition(result == 0, "a lock of the C library failed: error \(result)")
    }
}
