import Glibc

/// Several threads that do one job together.
enum Crew {
    /// Runs a body on so many threads, this one among them, and returns when all are done.
    ///
    /// Where the system gives fewer threads, fewer run it: the body must take its share of the work
    /// from a queue.
    static func work(_ count: Int, _ body: @Sendable () -> Void) {
        withoutActuallyEscaping(body) { body in
            var threads: [pthread_t] = []
            for _ in 1..<max(count, 1) {
                guard let thread = start(body) else { break }
                threads.append(thread)
            }
            body()
            for thread in threads { pthread_join(thread, nil) }
        }
    }

    private static func start(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Job(body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Job>.fromOpaque(argument).takeRetainedValue().body()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            return nil
        }
        return thread
    }

    /// What a thread is to do, as the one object that `pthread_create` passes on.
    private final class Job: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
}
