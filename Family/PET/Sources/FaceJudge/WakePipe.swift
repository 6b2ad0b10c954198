import Foundation

/// Wakes a thread that waits in poll(2).
final class WakePipe: Sendable {
    private let readEnd: Int32
    private let writeEnd: Int32

    init() throws(FaceJudgeError) {
        guard let ends = Self.makePipe() else {
            throw FaceJudgeError(
                .cannotStart, "Cannot create a pipe: \(String(cString: strerror(errno))).")
        }
        (readEnd, writeEnd) = ends
        for end in [readEnd, writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    /// A pipe that children do not inherit; nil with `errno` on failure.
    static func makePipe() -> (readEnd: Int32, writeEnd: Int32)? {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// Wakes the thread, or prevents its next sleep.
    func wake() {
        var byte: UInt8 = 0
        // A full pipe also wakes the thread.
        _ = write(writeEnd, &byte, 1)
    }

    /// Sleeps until woken, until `descriptor` is readable, or until the time has passed.
    func wait(for time: Duration, orRead descriptor: Int32? = nil) {
        let (seconds, attoseconds) = max(.zero, time).components
        let milliseconds = min(seconds, 3600) * 1000 + attoseconds / 1_000_000_000_000_000 + 1
        var places = [pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)]
        if let descriptor {
            places.append(pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0))
        }
        guard poll(&places, nfds_t(places.count), Int32(milliseconds)) > 0 else { return }
        var bytes = [UInt8](repeating: 0, count: 64)
        while read(readEnd, &bytes, bytes.count) == bytes.count {}
    }
}
