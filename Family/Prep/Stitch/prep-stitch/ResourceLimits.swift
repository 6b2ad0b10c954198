import CStitching
import Foundation
import Synchronization

/// Limits of memory and time for this process.
struct ResourceLimits {
    var memoryMegabytes: Int
    var seconds: Double
    private let start = ContinuousClock.now

    init(memoryMegabytes: Int, seconds: Double) {
        self.memoryMegabytes = memoryMegabytes
        self.seconds = seconds
    }

    var isOutOfTime: Bool { ContinuousClock.now - start > .seconds(seconds) }

    /// Limits address space, and processor time as a guard against a decoder that never returns.
    func apply() throws {
        let processorSeconds = Int64((seconds * 2).rounded(.up)) + 10
        let error = family_stitching_limit(Int64(memoryMegabytes), processorSeconds)
        guard error == 0 else {
            throw StitchingError.failed("cannot limit resources: error \(error)")
        }
    }
}

/// SIGTERM and SIGINT as a flag that the work looks at between steps.
enum Interruption {
    private static let requested = Atomic<Bool>(false)

    static var isRequested: Bool { requested.load(ordering: .relaxed) }

    static func observe() {
        // Threads of a server block signals, and what they start inherits that.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] {
            sigaddset(&signals, number)
            signal(number) { _ in Interruption.requested.store(true, ordering: .relaxed) }
        }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}
