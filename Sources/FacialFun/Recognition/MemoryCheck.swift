import Glibc
import Synchronization

/// Sees before a picture is read that there is memory for it, in a process whose address space is
/// limited (`ulimit -v`).
///
/// Networks and pictures are made where nobody can be told that there is no memory left: the process
/// would end, and a batch with it. Where memory is short pictures wait for each other, and one for which
/// there is not enough even alone is an error of its own. Without such a limit nothing is asked.
final class MemoryCheck: Sendable {
    /// What networks, their workspaces and a thread's own memory take beside the picture, in bytes.
    private static let workspaces = 72_000_000
    /// What the networks take when they are loaded, in bytes.
    private static let networks = 160_000_000
    /// How long is waited between two looks, in microseconds.
    private static let pause: UInt32 = 2000

    private let isLimited: Bool
    /// What those who work may still take.
    private let promised = Mutex<(bytes: Int, count: Int)>((0, 0))

    init() {
        var limit = rlimit()
        let resource = __rlimit_resource_t(RLIMIT_AS.rawValue)
        isLimited = getrlimit(resource, &limit) == 0 && limit.rlim_cur != rlim_t.max
    }

    /// Whether there is memory for what is loaded at the start.
    var hasRoomToStart: Bool { !isLimited || Self.isThere(Self.networks) }

    /// Works once there is memory for it.
    ///
    /// - Parameters:
    ///   - pixels: How many pixels are decoded.
    ///   - stop: Whether to give up waiting.
    ///   - body: The work.
    /// - Returns: What it returns.
    /// - Throws: `outOfMemory`, `stopped`, and what the work throws.
    func withRoom<R>(
        forPixels pixels: Int, stop: CancellationCheck, _ body: () throws(ImageError) -> R
    ) throws(ImageError) -> R {
        guard isLimited else { return try body() }
        // The picture, its halvings, and what is cut out of it.
        let need = Self.workspaces + pixels * 3 * 2
        while !take(need) {
            guard promised.withLock({ $0.count }) > 0 else {
                throw ImageError(
                    code: .outOfMemory,
                    message: "There is no memory for \(need / 1_000_000) MB under this process's "
                        + "limit. Raise it (ulimit -v), or give a smaller picture.")
            }
            try stop.check()
            usleep(Self.pause)
        }
        defer { promised.withLock { $0 = ($0.bytes - need, $0.count - 1) } }
        return try body()
    }

    /// Promises memory, if all that is promised is there.
    private func take(_ need: Int) -> Bool {
        promised.withLock { promised in
            guard Self.isThere(promised.bytes + need) else { return false }
            promised = (promised.bytes + need, promised.count + 1)
            return true
        }
    }

    private static func isThere(_ bytes: Int) -> Bool {
        // Not malloc, whose failure an optimiser may rule out where nothing is done with the memory.
        let memory = mmap(
            nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard memory != MAP_FAILED else { return false }
        munmap(memory, bytes)
        return true
    }
}
