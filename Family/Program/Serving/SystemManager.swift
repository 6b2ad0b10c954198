import Foundation

/// Notifies systemd, if it started the game (sd_notify(3)).
enum SystemManager {
    /// Reports that the game is ready.
    static func ready() { notify("READY=1\nSTATUS=P.E.T. serves.") }

    /// Reports that the game is stopping.
    static func stopping() { notify("STOPPING=1") }

    private static func notify(_ text: String) {
        guard let path = ProcessInfo.processInfo.environment["NOTIFY_SOCKET"], !path.isEmpty,
            path.utf8.count < 108
        else { return }
        let descriptor = socket(
            AF_UNIX, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { raw in
            raw.copyBytes(from: path.utf8)
            // An abstract socket name begins with a zero byte, written as "@".
            if path.hasPrefix("@") { raw[0] = 0 }
        }
        let length = socklen_t(MemoryLayout<sa_family_t>.size + path.utf8.count)
        // Errors are ignored: systemd may not be listening.
        _ = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                sendto(descriptor, text, text.utf8.count, Int32(MSG_NOSIGNAL), $0, length)
            }
        }
    }
}
