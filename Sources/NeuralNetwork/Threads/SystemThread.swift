import CFacialFun
package import FacialFunWire
import Glibc

/// A thread of the system, for work that waits or that a task's thread must not be taken for.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: For those who list threads, at most 15 characters; nil for the process's own.
    ///   - body: What it does until its end.
    /// - Throws: Why the system gives no more threads.
    package init(
        name: String? = nil, _ body: sending @escaping () -> Void
    ) throws(Errno) {
        var thread = pthread_t()
        let box = Unmanaged.passRetained(Body(name: name, run: body))
        let result = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let body = Unmanaged<Body>.fromOpaque(argument).takeRetainedValue()
                if let name = body.name { facialfun_name_thread(name) }
                body.run()
                return nil
            }, box.toOpaque())
        guard result == 0 else {
            box.release()
            throw Errno(result)
        }
        self.thread = thread
    }

    /// Waits for its end; to be called at most once.
    package func join() { pthread_join(thread, nil) }

    /// Body of a thread, wrapped in the single object that `pthread_create` passes on.
    private final class Body {
        let name: String?
        let run: () -> Void

        init(name: String?, run: @escaping () -> Void) {
            self.name = name
            self.run = run
        }
    }
}
