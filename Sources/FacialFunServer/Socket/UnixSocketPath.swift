import FacialFun
import Glibc

/// The path of a Unix domain socket, checked to fit the system's structure.
struct UnixSocketPath: Hashable, Sendable {
    /// Maximum length of a path in bytes: `sun_path` without its terminating zero byte.
    static let longest = MemoryLayout.size(ofValue: sockaddr_un().sun_path) - 1

    let path: String

    /// - Throws: `badSocketPath` for a path that is empty, too long or contains a zero byte.
    init(_ path: String) throws(FacialFunError) {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw FacialFunError(
                code: .badSocketPath, message: "The socket's path is empty: set it with --socket.")
        }
        guard path.utf8.count <= Self.longest else {
            throw FacialFunError(
                code: .badSocketPath,
                message: """
                    The socket's path has \(path.utf8.count) bytes; the system allows \
                    \(Self.longest). Set a shorter one with --socket: \(path)
                    """)
        }
        self.path = path
    }

    /// Calls a closure with the address as a `sockaddr`.
    func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
        return withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
                body(rebound, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
    }
}
