import Glibc

/// Maps a list on several threads and hands the results over in the order of the list.
///
/// Threads of its own, not tasks: reading a FIFO or a slow disk blocks, and a blocked thread of the
/// shared pool is one that nobody else has. At most `workers` inputs are worked on at once, and no
/// worker starts one that lies more than `window` ahead of what was handed over.
///
/// `@unchecked Sendable`: what the threads share, `nextInput`, `nextOutput` and `finished`, is touched
/// only while the monitor is locked. `threads` is not: the workers never touch it, only `init` and
/// ``next()`` do, and the latter is called from one thread.
final class OrderedPipeline<Input: Sendable, Output: Sendable>: @unchecked Sendable {
    private let inputs: [Input]
    private let transform: @Sendable (Input) -> Output
    private let window: Int
    private let monitor = Monitor()

    private var nextInput = 0
    private var nextOutput = 0
    private var finished: [Int: Output] = [:]
    private var threads: [pthread_t] = []

    /// Makes a pipeline and starts its threads.
    ///
    /// - Parameters:
    ///   - inputs: The list.
    ///   - workers: How many threads, at least 1; never more than there are inputs.
    ///   - transform: Called once for each input, on any thread.
    init(
        _ inputs: [Input], workers: Int, transform: @escaping @Sendable (Input) -> Output
    ) {
        precondition(workers >= 1, "a pipeline needs a worker")
        self.inputs = inputs
        self.transform = transform
        window = workers * 4
        for _ in 0..<min(workers, inputs.count) {
            guard let thread = StartedThread.start({ self.work() }) else { break }
            threads.append(thread)
        }
    }

    /// The result of the next input, waiting until it is there; nil after the last.
    ///
    /// To be called from one thread.
    func next() -> Output? {
        guard nextOutputIndex < inputs.count else {
            for thread in threads { pthread_join(thread, nil) }
            threads = []
            return nil
        }
        // A machine that gives no thread at all still has this one.
        if threads.isEmpty { return transform(inputs[takeNextOutputIndex()]) }
        monitor.lock()
        defer { monitor.unlock() }
        while true {
            if let output = finished.removeValue(forKey: nextOutput) {
                nextOutput += 1
                monitor.notifyAll()
                return output
            }
            monitor.wait()
        }
    }

    private var nextOutputIndex: Int {
        monitor.lock()
        defer { monitor.unlock() }
        return nextOutput
    }

    private func takeNextOutputIndex() -> Int {
        monitor.lock()
        defer { monitor.unlock() }
        nextOutput += 1
        return nextOutput - 1
    }

    /// What each thread does until the list is used up.
    private func work() {
        while let index = takeInput() {
            let output = transform(inputs[index])
            monitor.lock()
            finished[index] = output
            monitor.notifyAll()
            monitor.unlock()
        }
    }

    private func takeInput() -> Int? {
        monitor.lock()
        defer { monitor.unlock() }
        while nextInput < inputs.count, nextInput >= nextOutput + window { monitor.wait() }
        guard nextInput < inputs.count else { return nil }
        nextInput += 1
        return nextInput - 1
    }
}
