import Glibc

/// Address of a service.
public enum ServiceEndpoint: Hashable, Sendable, CustomStringConvertible {
    /// A Unix domain socket.
    case unix(path: String)
    /// TCP on 127.0.0.1.
    case loopback(port: UInt16)

    /// `$XDG_RUNTIME_DIR/facialfun.sock`, the default of `facialfun serve`; nil if the variable is
    /// not set.
    public static var standard: ServiceEndpoint? {
        guard let folder = getenv("XDG_RUNTIME_DIR") else { return nil }
        return .unix(path: String(cString: folder) + "/facialfun.sock")
    }

    /// Description for messages.
    public var description: String {
        switch self {
        case .unix(let path): path
        case .loopback(let port): "127.0.0.1:\(port)"
        }
    }

    /// A connected socket with a timeout for every wait.
    func connected(milliseconds: Int) throws(ScoringClientError) -> ConnectedSocket {
        switch self {
        case .unix(let path):
            var address = sockaddr_un()
            guard !path.isEmpty, path.utf8.count < MemoryLayout.size(ofValue: address.sun_path)
            else {
                throw ScoringClientError(
                    .cannotConnect, "The socket's path is empty or too long: \(path)")
            }
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            return try connect(AF_UNIX, &address, milliseconds)
        case .loopback(let port):
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return try connect(AF_INET, &address, milliseconds)
        }
    }

    private func connect<Address>(
        _ family: Int32, _ address: inout Address, _ milliseconds: Int
    ) throws(ScoringClientError) -> ConnectedSocket {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
        let descriptor = socket(family, type, 0)
        guard descriptor >= 0 else { throw failure(errno) }
        let connected = ConnectedSocket(descriptor)
        connected.limitWaits(milliseconds: milliseconds)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<Address>.size))
            }
        }
        guard result == 0 else { throw failure(errno) }
        return connected
    }

    private func failure(_ number: Int32) -> ScoringClientError {
        return ScoringClientError(
            .cannotConnect,
            "Cannot connect to \(self): \(Errno(number)). Is the service running? `facialfun serve` starts it.",
            cause: number)
    }
}
