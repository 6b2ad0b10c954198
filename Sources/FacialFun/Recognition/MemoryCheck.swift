import Glibc
import Synchronization

/// Checks before a picture is read that there is enough memory, in a process with a limited address
/// space (`ulimit -v`).
///
/// Allocations of networks and pictures cannot report failure: the process would end, and a batch
/// with it. If memory is short, pictures wait for each other, and a picture that does not fit even
/// alone is an error. Without a memory limit nothing is checked.
final class MemoryCheck: Sendable {
    /// Bytes for networks, their workspaces and a thread's own memory, in addition to the picture.
    private static let workspaces = 72_000_000
    /// Bytes for loading the networks.
    private static let networks = 160_000_000
    /// Interval of the checks, in microseconds.
    private static let pause: UInt32 = 2000

    private let isLimited: Bool
    /// Memory reserved by running work.
    private let reserved = Mutex<(bytes: Int, count: Int)>((0, 0))

    init() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        isLimited = getrlimit(resource, &limit) == 0 && limit.rlim_cur != rlim_t.max
    }

    /// Whether there is enough memory to load the networks.
    var hasRoomToStart: Bool { !isLimited || Self.isAvailable(Self.networks) }

    /// Waits for enough memory, then executes the body.
    ///
    /// - Parameters:
    ///   - pixels: Number of decoded pixels.
    ///   - stop: Whether to stop waiting.
    ///   - body: The work.
    /// - Returns: The result of the body.
    /// - Throws: `outOfMemory`, `stopped`, and errors of the body.
    func withRoom<R>(
        forPixels pixels: Int, stop: CancellationCheck, _ body: () throws(FacialFunError) -> R
    ) throws(FacialFunError) -> R {
        guard isLimited else { return try body() }
        // The picture, its reduced copies, and the rectangles.
        let need = Self.workspaces + pixels * 3 * 2
        while !take(need) {
            guard reserved.withLock({ $0.count }) > 0 else {
                throw FacialFunError(
                    code: .outOfMemory,
                    message: "The picture needs \(need / 1_000_000) MB, more than the process's "
                        + "limit. Raise it (ulimit -v) or use a smaller picture.")
            }
            try stop.check()
            usleep(Self.pause)
        }
        defer { reserved.withLock { $0 = ($0.bytes - need, $0.count - 1) } }
        return try body()
    }

    /// Reserves memory if all reserved memory is available.
    private func take(_ need: Int) -> Bool {
        reserved.withLock { reserved in
            guard Self.isAvailable(reserved.bytes + need) else { return false }
            reserved = (reserved.bytes + need, reserved.count + 1)
            return true
        }
    }

    private static func isAvailable(_ bytes: Int) -> Bool {
        // Uses mmap, not malloc: an optimizer may assume that malloc succeeds if the memory is
        // unused.
        let memory = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard memory != MAP_FAILED else { return false }
        munmap(memory, bytes)
        return true
    }
}
