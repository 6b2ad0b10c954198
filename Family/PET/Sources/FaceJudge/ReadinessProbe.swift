import FacialFunWire
import Synchronization

/// Asks a service whether it is ready, without keeping the thread that wants to know.
final class ReadinessProbe: Sendable {
    /// What it says.
    enum Answer { case ready, notReady, silent }

    private let client: ScoringClient
    private let wakePipe: WakePipe
    private let answer = Mutex<Answer?>(nil)

    /// Makes a probe, which wakes the pipe when there is an answer.
    init(_ client: ScoringClient, wakePipe: WakePipe) {
        self.client = client
        self.wakePipe = wakePipe
    }

    /// Asks.
    func begin() {
        Task.detached { [self] in
            let answer = await Self.ask(client)
            self.answer.withLock { $0 = answer }
            wakePipe.wake()
        }
    }

    /// What was answered since the last call; nil while nothing was.
    func takeAnswer() -> Answer? {
        answer.withLock { answer in
            defer { answer = nil }
            return answer
        }
    }

    /// What a service says.
    static func ask(_ client: ScoringClient) async -> Answer {
        do {
            return try await client.isReady() ? .ready : .notReady
        } catch {
            // Why it is silent makes no difference to what is done: nobody answers.
            return .silent
        }
    }
}
