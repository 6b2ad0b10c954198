import Glibc

/// A thread that this program starts.
enum StartedThread {
    /// Starts one.
    ///
    /// - Parameter body: What it does until its end.
    /// - Returns: The thread, to be joined or to end with the process; nil where there can be no more.
    static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(ThreadBody(body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<ThreadBody>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            return nil
        }
        return thread
    }
}

/// What a thread is to do, as the one object that `pthread_create` passes on.
private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(_ run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}
