import CFacialFun
package import FacialFunWire
import Glibc

/// A system thread, for work that blocks or must not occupy a thread of tasks.
package struct SystemThread: Sendable {
    private let thread: pthread_t

    /// Starts a thread.
    ///
    /// - Parameters:
    ///   - name: Name in listings of threads, at most 15 characters; nil for that of the process.
    ///   - body: The thread's work.
    /// - Throws: The reason why the system cannot create a thread.
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
