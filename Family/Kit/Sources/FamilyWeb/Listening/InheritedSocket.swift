public import Foundation

/// A listening socket inherited from systemd or the parent process (sd_listen_fds(3)).
public struct InheritedSocket: Sendable {
    /// The file descriptor.
    public let descriptor: Int32
    /// The port it listens on.
    public let port: Int
    /// The numeric address it listens on.
    public let host: String

    /// An inherited descriptor that is not a usable listening socket.
    public struct Refusal: Error, CustomStringConvertible {
        /// The problem and its remedy.
        public let description: String
    }

    /// The first inherited descriptor.
    static let first: Int32 = 3

    /// The inherited sockets by name: `game`, and `metrics` for the metrics.
    ///
    /// A single socket without a name is the game's.
    ///
    /// - Parameter environment: The process's environment. `LISTEN_PID` must be this process.
    /// - Returns: An empty dictionary if no sockets were inherited.
    /// - Throws: ``Refusal`` if a socket has another name or is not a listening TCP socket.
    public static func find(
        _ environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws -> [String: InheritedSocket] {
        guard let process = environment["LISTEN_PID"].flatMap({ pid_t($0) }), process == getpid(),
            let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count > 0
        else { return [:] }
        var names = (environment["LISTEN_FDNAMES"] ?? "").split(separator: ":").map(String.init)
        if names.count != count { names = count == 1 ? ["game"] : [] }
        guard Set(names).count == count, Set(names).isSubset(of: ["game", "metrics"]) else {
            throw Refusal(
                description: "inherited \(count) sockets, but not one named \"game\" and one named "
                    + "\"metrics\". Set FileDescriptorName= in the socket units.")
        }
        var found: [String: InheritedSocket] = [:]
        for (index, name) in names.enumerated() {
            found[name] = try InheritedSocket(first + Int32(index))
        }
        return found
    }

    /// Takes ownership of a descriptor.
    ///
    /// - Throws: ``Refusal`` if it is not a listening TCP socket.
    init(_ descriptor: Int32) throws {
        guard Self.option(SO_ACCEPTCONN, of: descriptor) == 1,
            Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else {
            throw Refusal(
                description:
                    "Descriptor \(descriptor) is not a listening stream socket. The unit needs "
                    + "ListenStream= and Accept=no.")
        }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        var host = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        var service = [CChar](repeating: 0, count: Int(NI_MAXSERV))
        let isNamed = withUnsafeMutablePointer(to: &storage) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { address in
                getsockname(descriptor, address, &length) == 0
                    && [AF_INET, AF_INET6].contains(Int32(address.pointee.sa_family))
                    && getnameinfo(
                        address, length, &host, socklen_t(host.count), &service,
                        socklen_t(service.count), NI_NUMERICHOST | NI_NUMERICSERV) == 0
            }
        }
        let port = String(
            decoding: service.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        guard isNamed, let port = Int(port) else {
            throw Refusal(
                description:
                    "Descriptor \(descriptor) is not a TCP socket. The socket unit needs "
                    + "an address such as ListenStream=127.0.0.1:8610.")
        }
        // Child processes must not inherit the socket.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw Refusal(description: "Cannot mark descriptor \(descriptor) as close-on-exec.")
        }
        self.descriptor = descriptor
        self.port = port
        self.host = String(
            decoding: host.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
