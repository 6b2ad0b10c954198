import FacialFun
import NIOCore
import Synchronization

/// A unit of CPU work with a deadline.
final class Job: Sendable {
    /// Time after which its response is useless.
    let deadline: NIODeadline
    /// The client.
    let client: WorkClient
    /// Estimated memory in bytes.
    let bytes: Int
    /// The work, on a worker's thread; it calls the check often.
    let run: @Sendable (CancellationCheck) -> Void
    private let abandoned = Atomic<Bool>(false)

    /// Creates a job; nothing runs before it is submitted.
    init(
        deadline: NIODeadline, client: WorkClient = 0, bytes: Int = 0,
        run: @escaping @Sendable (CancellationCheck) -> Void
    ) {
        self.deadline = deadline
        self.client = client
        self.bytes = bytes
        self.run = run
    }

    /// Abandons the job: it does not start, or stops at its next check.
    func abandon() { abandoned.store(true, ordering: .relaxed) }

    /// Whether the job was abandoned or would miss its deadline.
    func isObsolete(at moment: NIODeadline) -> Bool {
        abandoned.load(ordering: .relaxed) || moment >= deadline
    }
}
