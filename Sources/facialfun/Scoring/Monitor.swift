import Glibc

/// A mutex with one condition, as in Hoare's monitors.
///
/// `@unchecked Sendable`: the two C objects are made once, at addresses that do not move, and every
/// use goes through the thread-safe functions of the C library.
final class Monitor: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

    /// Makes an unlocked monitor.
    init() {
        mutex.initialize(to: pthread_mutex_t())
        condition.initialize(to: pthread_cond_t())
        check(pthread_mutex_init(mutex, nil))
        check(pthread_cond_init(condition, nil))
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    /// Enters the monitor.
    func lock() { check(pthread_mutex_lock(mutex)) }

    /// Leaves the monitor.
    func unlock() { check(pthread_mutex_unlock(mutex)) }

    /// Leaves the monitor until it is notified, then enters it again; to be called inside, and to be
    /// called again while what was waited for is not so.
    func wait() { check(pthread_cond_wait(condition, mutex)) }

    /// Wakes all who wait.
    func notifyAll() { check(pthread_cond_broadcast(condition)) }

    private func check(_ result: Int32) {
        precondition(result == 0, "a lock of the C library failed: error \(result)")
    }
}
