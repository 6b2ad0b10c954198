import FacialFunWire
import Glibc

/// Lock on the folder of a socket, held while its file is examined and replaced.
struct SocketLock {
    private let descriptor: Int32

    /// A server holds the lock for as long as a few system calls take.
    static let patience = Duration.seconds(5)
    private static let pause: useconds_t = 10_000

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - path: The socket's path.
    ///   - patience: How long another process may hold the lock.
    /// - Throws: `badSocketPath` where its folder is not there or cannot be read, `folderLocked`
    ///   where another process holds the lock for longer.
    init(beside path: String, patience: Duration = patience) throws(ServiceError) {
        let folder = Self.folder(of: path)
        do throws(ServiceError) {
            descriptor = try SystemCall.check("open the folder \(folder)") {
                Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
        } catch {
            throw ServiceError(
                code: .badSocketPath,
                message: """
                    The socket \(path) cannot be made: its folder \(folder) cannot be opened \
                    (\(Errno(error.cause))). Make it, or name another path by \
                    --socket.
                    """, cause: error.cause)
        }
        let end = ContinuousClock.now + patience
        // Without a lock (a file system that has none) two servers that start in the same moment
        // may replace each other's file; nothing else depends on it.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw ServiceError(
                    code: .folderLocked,
                    message: """
                        The socket \(path) cannot be made: another process has locked its folder \
                        \(folder), perhaps a server that hangs while it starts. `lslocks` names it: \
                        stop it, or name a path in another folder by --socket.
                        """, cause: EWOULDBLOCK)
            }
            usleep(Self.pause)
        }
    }

    /// Lets others in.
    func release() { close(descriptor) }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
