import Glibc

/// Notifications to systemd, if it started the service (sd_notify(3)).
package enum SystemdNotifier {
    /// Sends a state such as `READY=1`; does nothing without a service manager.
    ///
    /// - Parameters:
    ///   - state: The text.
    ///   - environment: The process's environment, for `NOTIFY_SOCKET`.
    package static func notify(_ state: String, environment: [String: String]) {
        guard let name = environment["NOTIFY_SOCKET"], name.hasPrefix("/") || name.hasPrefix("@"),
            name.utf8.count <= UnixSocketPath.longest
        else { return }
        let type = Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(AF_UNIX, type, 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // An abstract name starts with a zero byte, written as @.
        let bytes = Array(name.utf8.enumerated().map { $0 == 0 && $1 == 0x40 ? 0 : $1 })
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
        let text = Array(state.utf8)
        // Errors are ignored: the service manager has its own time limit.
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
