import Glibc

/// A lock on the folder of a socket, while its file is looked at and replaced.
struct SocketLock {
    private let descriptor: Int32

    /// Waits for the lock.
    ///
    /// - Parameter path: The socket's path.
    /// - Throws: `badSocketPath` where its folder is not there or cannot be read.
    init(beside path: String) throws(ServiceError) {
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
                    (\(SystemCall.text(of: error.cause))). Make it, or name another path by \
                    --socket.
                    """, cause: error.cause)
        }
        // Without a lock (a file system that has none) two servers that start in the same moment
        // may replace each other's file; nothing else depends on it.
        _ = flock(descriptor, LOCK_EX)
    }

    /// Lets others in.
    func release() { close(descriptor) }

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/") else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }
}
