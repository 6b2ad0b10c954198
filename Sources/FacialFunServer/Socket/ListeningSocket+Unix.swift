import FacialFunWire
import Glibc

extension ListeningSocket {
    /// Listens on a Unix domain socket.
    ///
    /// The socket is bound under a temporary name, gets its permissions there, and is then moved to
    /// its path, so clients cannot connect before the permissions are set. The socket of a dead
    /// server is replaced; a lock prevents two servers that start at the same time from replacing
    /// each other's.
    ///
    /// - Parameters:
    ///   - path: Where.
    ///   - mode: The file's permissions, such as 0o600; who may write to it may connect.
    ///   - group: The group that the file is given to; nil for the process's own.
    /// - Returns: The socket, which listens.
    /// - Throws: `badSocketPath`, `folderLocked`, `socketInUse` where a server answers, `notASocket`
    ///   where something else lies at the path, `badGroup`, `system`.
    package static func unix(
        path: String, mode: UInt32 = 0o600, group: String? = nil
    ) throws(ServiceError) -> ListeningSocket {
        let target = try UnixSocketPath(path)
        let lock = try SocketLock(beside: target.path)
        defer { lock.release() }
        try checkReplaceable(target)
        let groupNumber = try group.map { name throws(ServiceError) in
            try number(ofGroup: name)
        }
        let descriptor = try open(AF_UNIX, name: path)
        // Short, so that a path that fits does so with it, too.
        let temporary = try UnixSocketPath(temporaryPath(for: target.path))
        do throws(ServiceError) {
            unlink(temporary.path)
            _ = try SystemCall.check("make the socket \(path)") {
                temporary.withSocketAddress { bind(descriptor, $0, $1) }
            }
            if let groupNumber, let group {
                do throws(ServiceError) {
                    _ = try SystemCall.check("give it away") {
                        chown(temporary.path, uid_t.max, groupNumber)
                    }
                } catch {
                    throw ServiceError(
                        code: .badGroup,
                        message: """
                            The socket \(path) cannot be given to the group \(group): \
                            \(Errno(error.cause)). Name a group that you belong to.
                            """, cause: error.cause)
                }
            }
            _ = try SystemCall.check("set the permissions of \(path)") {
                chmod(temporary.path, mode_t(mode))
            }
            _ = try SystemCall.check("listen on \(path)") { listen(descriptor, backlog) }
            _ = try SystemCall.check("put the socket in its place \(path)") {
                rename(temporary.path, target.path)
            }
            return ListeningSocket(
                descriptor: descriptor, kind: .unix, address: path,
                ownedFile: try SocketFile(at: target.path))
        } catch {
            unlink(temporary.path)
            close(descriptor)
            throw error
        }
    }

    /// A name in the same folder, no longer than a short file name.
    private static func temporaryPath(for path: String) -> String {
        let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        return folder + ".ff\(String(getpid(), radix: 36))"
    }

    /// Sees that nothing lies at the path but what a dead server left.
    private static func checkReplaceable(_ target: UnixSocketPath) throws(ServiceError) {
        var status = stat()
        guard lstat(target.path, &status) == 0 else {
            // Nothing there; a missing folder is named when the socket is bound.
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw ServiceError(
                code: .notASocket,
                message: """
                    \(target.path) is no socket, and is left alone. Delete it yourself or name \
                    another path by --socket.
                    """)
        }
        if try isAnswered(target) {
            throw ServiceError(
                code: .socketInUse,
                message: """
                    A server listens on \(target.path) already. Stop it, or name another path by \
                    --socket.
                    """)
        }
    }

    /// Whether somebody accepts connections at the path.
    private static func isAnswered(_ target: UnixSocketPath) throws(ServiceError) -> Bool {
        let probe = try open(AF_UNIX, name: target.path)
        defer { close(probe) }
        let result = target.withSocketAddress { connect(probe, $0, $1) }
        // A full backlog (EAGAIN) or missing permission (EACCES) means that a server may be
        // running: only ECONNREFUSED shows that none is.
        return result == 0 || (errno != ECONNREFUSED && errno != ENOENT)
    }

    private static func number(ofGroup name: String) throws(ServiceError) -> gid_t {
        // Called before any thread is started; these keep their answers in static memory. A number that
        // no group has is refused like a name: the largest would leave the file's group as it is.
        guard let entry = gid_t(name).map({ getgrgid($0) }) ?? getgrnam(name) else {
            throw ServiceError(
                code: .badGroup,
                message: "There is no group \(name). `getent group` lists them.")
        }
        return entry.pointee.gr_gid
    }
}
