import Synchronization

/// Calls a body once for each number below a count, on several threads, this one among them, and
/// returns when all calls have.
///
/// Where the system gives fewer threads, fewer share the calls.
///
/// - Parameters:
///   - count: Number of calls; each thread takes the next free index.
///   - threads: How many threads at most, this one among them.
///   - body: Called with a number, in no certain order.
package func parallelFor(_ count: Int, threads: Int, _ body: @Sendable (Int) -> Void) {
    let next = Atomic(0)
    withoutActuallyEscaping(body) { body in
        let work = { @Sendable in
            while true {
                let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
                guard index < count else { return }
                body(index)
            }
        }
        var started: [SystemThread] = []
        for _ in 1..<max(1, min(threads, count)) {
            // Where there can be no more threads the others do its share.
            guard let thread = try? SystemThread(work) else { break }
            started.append(thread)
        }
        work()
        for thread in started { thread.join() }
    }
}
