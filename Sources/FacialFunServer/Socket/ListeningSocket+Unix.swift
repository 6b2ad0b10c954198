package import FacialFun
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
    ///   - path: The path.
    ///   - mode: The file's permissions, such as 0o600; users with write permission may connect.
    ///   - group: The group of the file; nil for that of the process.
    /// - Returns: The listening socket.
    /// - Throws: `badSocketPath`, `folderLocked`, `socketInUse` if a server responds, `notASocket`
    ///   if another file exists at the path, `badGroup`, `system`.
    package static func unix(
        path: String, mode: UInt32 = 0o600, group: String? = nil
    ) throws(FacialFunError) -> ListeningSocket {
        let target = try UnixSocketPath(path)
        let lock = try SocketLock(beside: target.path)
        defer { lock.release() }
        try checkReplaceable(target)
        let groupNumber = try group.map { name throws(FacialFunError) in
            try number(ofGroup: name)
        }
        let descriptor = try open(AF_UNIX, name: path)
        // Short, so that it fits if the path does.
        let temporary = try UnixSocketPath(temporaryPath(for: target.path))
        do throws(FacialFunError) {
            unlink(temporary.path)
            _ = try SystemCall.check("make the socket \(path)") {
                temporary.withSocketAddress { bind(descriptor, $0, $1) }
            }
            if let groupNumber, let group {
                do throws(FacialFunError) {
                    _ = try SystemCall.check("give it away") {
                        chown(temporary.path, uid_t.max, groupNumber)
                    }
                } catch {
                    throw FacialFunError(
                        code: .badGroup,
                        message: """
                            Cannot assign the socket \(path) to the group \(group): \
                            \(Errno(error.errorNumber)). Use a group that you belong to.
                            """, errorNumber: error.errorNumber)
                }
            }
            _ = try SystemCall.check("set the permissions of \(path)") {
                chmod(temporary.path, mode_t(mode))
            }
            _ = try SystemCall.check("listen on \(path)") { listen(descriptor, backlog) }
            _ = try SystemCall.check("move the socket to \(path)") {
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

    /// Checks that there is nothing at the path except the socket of a dead server.
    private static func checkReplaceable(_ target: UnixSocketPath) throws(FacialFunError) {
        var status = stat()
        guard lstat(target.path, &status) == 0 else {
            // Nothing exists; a missing folder is reported by bind.
            return
        }
        guard status.st_mode & S_IFMT == S_IFSOCK else {
            throw FacialFunError(
                code: .notASocket,
                message: """
                    \(target.path) is not a socket, so it was not replaced. Delete it, or \
                    set another path with --socket.
                    """)
        }
        if try isAnswered(target) {
            throw FacialFunError(
                code: .socketInUse,
                message: """
                    Another server listens on \(target.path). Stop it, or set another path with \
                    --socket.
                    """)
        }
    }

    /// Whether a server accepts connections at the path.
    private static func isAnswered(_ target: UnixSocketPath) throws(FacialFunError) -> Bool {
        let probe = try open(AF_UNIX, name: target.path)
        defer { close(probe) }
        let result = target.withSocketAddress { connect(probe, $0, $1) }
        // A full backlog (EAGAIN) or missing permission (EACCES) means that a server may be
        // running: only ECONNREFUSED shows that none is.
        return result == 0 || (errno != ECONNREFUSED && errno != ENOENT)
    }

    private static func number(ofGroup name: String) throws(FacialFunError) -> gid_t {
        // Called before any thread is started, because these functions return static memory. A
        // number without a group is rejected like a name: the largest one would leave the file's
        // group unchanged.
        guard let entry = gid_t(name).map({ getgrgid($0) }) ?? getgrnam(name) else {
            throw FacialFunError(
                code: .badGroup,
                message: "Unknown group \(name). `getent group` lists all groups.")
        }
        return entry.pointee.gr_gid
    }
}
