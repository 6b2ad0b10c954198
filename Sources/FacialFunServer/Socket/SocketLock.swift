import FacialFun
import FacialFunWire
import Glibc

/// Lock on the folder of a socket, held while its file is examined and replaced.
struct SocketLock {
    private let descriptor: Int32

    /// Maximum wait; a server holds the lock only for a few system calls.
    static let patience = Duration.seconds(5)
    private static let pause: useconds_t = 10_000

    /// Waits for the lock.
    ///
    /// - Parameters:
    ///   - path: The socket's path.
    ///   - patience: Maximum time for which another process may hold the lock.
    /// - Throws: `badSocketPath` if its folder does not exist or cannot be read, `folderLocked` if
    ///   another process holds the lock longer.
    init(beside path: String, patience: Duration = patience) throws(FacialFunError) {
        let folder = Self.folder(of: path)
        do throws(FacialFunError) {
            descriptor = try SystemCall.check("open the folder \(folder)") {
                Glibc.open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            }
        } catch {
            throw FacialFunError(
                code: .badSocketPath,
                message: """
                    Cannot create the socket \(path): cannot open its folder \(folder) \
                    (\(Errno(error.errorNumber))). Create the folder, or set another path with \
                    --socket.
                    """, errorNumber: error.errorNumber)
        }
        let end = ContinuousClock.now + patience
        // Without a lock (on a file system without locks) two servers that start simultaneously may
        // replace each other's file; nothing else depends on it.
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK {
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw FacialFunError(
                    code: .folderLocked,
                    message: """
                        Cannot create the socket \(path): another process has locked its folder \
                        \(folder), perhaps a server that hangs during its start. Find it with \
                        `lslocks` and stop it, or set a path in another folder with --socket.
                        """, errorNumber: EWOULDBLOCK)
            }
            usleep(Self.pause)
        }
    }

    /// Releases the lock.
    func release() { close(descriptor) }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
