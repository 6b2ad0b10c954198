import CStitching
import Foundation
import Synchronization

/// Memory and time limits for this process.
struct ResourceLimits {
    var memoryMegabytes: Int
    var seconds: Double
    private let start = ContinuousClock.now

    init(memoryMegabytes: Int, seconds: Double) {
        self.memoryMegabytes = memoryMegabytes
        self.seconds = seconds
    }

    var isOutOfTime: Bool { ContinuousClock.now - start > .seconds(seconds) }

    /// Limits the address space, and the processor time in case a decoder never returns.
    func apply() throws {
        let processorSeconds = Int64((seconds * 2).rounded(.up)) + 10
        let error = family_stitching_limit(Int64(memoryMegabytes), processorSeconds)
        guard error == 0 else {
            throw StitchingError.failed("cannot limit resources: error \(error)")
        }
    }
}

/// A flag set by SIGTERM and SIGINT, which the work checks between steps.
enum Interruption {
    private static let requested = Atomic<Bool>(false)

    static var isRequested: Bool { requested.load(ordering: .relaxed) }

    static func observe() {
        // Server threads block signals, and child processes inherit that.
        var signals = sigset_t()
        sigemptyset(&signals)
        for number in [SIGTERM, SIGINT] {
            sigaddset(&signals, number)
            signal(number) { _ in Interruption.requested.store(true, ordering: .relaxed) }
        }
        pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    }
}
