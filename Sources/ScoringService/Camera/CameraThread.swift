import Glibc

/// A thread for work that waits: joined when it is no longer needed.
///
/// `@unchecked Sendable`: the thread's number is written once, before anybody else has it.
final class CameraThread: @unchecked Sendable {
    private let thread: pthread_t

    /// Starts a thread.
    ///
    /// - Throws: `system` where the process can have no more.
    init(_ body: @escaping @Sendable () -> Void) throws(ServiceError) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(run: body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                Unmanaged<Body>.fromOpaque(argument).takeRetainedValue().run()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw ServiceError(
                code: .system, message: "Cannot start a thread: \(SystemCall.text(of: result)).",
                cause: result)
        }
        self.thread = thread
    }

    /// Waits for its end; to be called once.
    func join() { pthread_join(thread, nil) }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(run: @escaping @Sendable () -> Void) { self.run = run }
    }
}
