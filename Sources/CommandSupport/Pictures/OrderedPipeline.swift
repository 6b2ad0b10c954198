import NeuralNetwork

/// Maps a list on several threads and delivers the results in the order of the list.
///
/// Uses its own threads, not tasks: reading a FIFO or a slow disk would block threads of the shared
/// pool. At most `workers` inputs are processed concurrently, and none is more than `window` ahead
/// of the last delivered one.
package final class OrderedPipeline<Input: Sendable, Output: Sendable>: Sendable {
    private struct State {
        var nextInput = 0
        var nextOutput = 0
        var finished: [Int: Output] = [:]
        var threads: [SystemThread] = []
    }

    private let inputs: [Input]
    private let transform: @Sendable (Input) -> Output
    private let window: Int
    private let state = Monitor(State())

    /// Creates a pipeline and starts its threads.
    ///
    /// - Parameters:
    ///   - inputs: The list.
    ///   - workers: Number of threads, at least 1 and at most the number of inputs.
    ///   - transform: Called once for each input, on any thread.
    package init(
        _ inputs: [Input], workers: Int, transform: @escaping @Sendable (Input) -> Output
    ) {
        precondition(workers >= 1, "a pipeline needs a worker")
        self.inputs = inputs
        self.transform = transform
        window = workers * 4
        for _ in 0..<min(workers, inputs.count) {
            // If the machine provides fewer threads or none, the calling thread does the work.
            guard let thread = try? SystemThread({ self.work() }) else { break }
            state.withLock { $0.threads.append(thread) }
        }
    }

    /// Waits for the result of the next input; nil after the last.
    ///
    /// Must be called from a single thread.
    package func next() -> Output? {
        let (index, threads) = state.withLock { ($0.nextOutput, $0.threads) }
        guard index < inputs.count else {
            for thread in threads { thread.join() }
            state.withLock { $0.threads = [] }
            return nil
        }
        let output =
            threads.isEmpty
            ? transform(inputs[index]) : state.wait { $0.finished.removeValue(forKey: index) }
        state.withLock { $0.nextOutput += 1 }
        return output
    }

    /// Loop of each thread until the list is exhausted.
    private func work() {
        while let index = takeInput() {
            let output = transform(inputs[index])
            state.withLock { $0.finished[index] = output }
        }
    }

    /// Waits until the next input is not too far ahead, and returns its number; nil after the last.
    private func takeInput() -> Int? {
        state.wait { state -> Int?? in
            guard state.nextInput < inputs.count else { return .some(nil) }
            guard state.nextInput < state.nextOutput + window else { return nil }
            defer { state.nextInput += 1 }
            return state.nextInput
        }
    }
}
