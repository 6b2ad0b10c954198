import Synchronization

/// Calls a body once for each index below a count, on several threads including this one, and
/// returns after the last call.
///
/// If the system provides fewer threads, these share the calls.
///
/// - Parameters:
///   - count: Number of calls; each thread takes the next free index.
///   - threads: Maximum number of threads, including this one.
///   - body: Called with an index, in no particular order.
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
            // If no more threads can be created, the existing ones do the work.
            guard let thread = try? SystemThread(work) else { break }
            started.append(thread)
        }
        work()
        for thread in started { thread.join() }
    }
}
