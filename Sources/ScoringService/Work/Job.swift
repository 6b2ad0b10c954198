import FaceImaging
import NIOCore
import Synchronization

/// One piece of CPU work with a deadline.
final class Job: Sendable {
    /// When its answer is worth nothing any more.
    let deadline: NIODeadline
    /// When it was queued.
    let queuedAt: NIODeadline
    /// What does the work, on a worker's thread; it looks at the check often.
    let run: @Sendable (StopCheck) -> Void
    private let abandoned = Atomic<Bool>(false)

    /// Makes a job; nothing runs before it is submitted.
    init(
        deadline: NIODeadline, queuedAt: NIODeadline = .now(),
        run: @escaping @Sendable (StopCheck) -> Void
    ) {
        self.deadline = deadline
        self.queuedAt = queuedAt
        self.run = run
    }

    /// Says that nobody waits for the answer any more: it is not begun, or ends at its next check.
    func abandon() { abandoned.store(true, ordering: .relaxed) }

    /// Whether nobody waits for the answer, or it would come too late.
    var isPointless: Bool {
        abandoned.load(ordering: .relaxed) || NIODeadline.now() >= deadline
    }
}
