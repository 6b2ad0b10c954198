public import Foundation

/// A listening socket that systemd, or the process that started this one, handed over
/// (sd_listen_fds(3)).
public struct InheritedSocket: Sendable {
    /// The descriptor.
    public let descriptor: Int32
    /// The port it listens on.
    public let port: Int
    /// The numeric address it listens on.
    public let host: String

    /// Why a descriptor is no socket to serve on.
    public struct Refusal: Error, CustomStringConvertible {
        /// What is wrong, and the remedy.
        public let description: String
    }

    /// The first descriptor that is handed over.
    static let first: Int32 = 3

    /// The sockets that were handed over, by their names: `game`, and `metrics` for the figures.
    ///
    /// A single one without a name is the game's.
    ///
    /// - Parameter environment: the process's environment: `LISTEN_PID` must be this process.
    /// - Returns: none where none were handed over.
    /// - Throws: ``Refusal`` where one has another name, or is no listening TCP socket.
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
                description: "\(count) sockets were handed over that are not one \"game\" and one "
                    + "\"metrics\". Set FileDescriptorName= in the socket units.")
        }
        var found: [String: InheritedSocket] = [:]
        for (index, name) in names.enumerated() {
            found[name] = try InheritedSocket(first + Int32(index))
        }
        return found
    }

    /// Takes a descriptor over.
    ///
    /// - Throws: ``Refusal`` where it is no listening TCP socket.
    init(_ descriptor: Int32) throws {
        guard Self.option(SO_ACCEPTCONN, of: descriptor) == 1,
            Self.option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else {
            throw Refusal(
                description:
                    "Descriptor \(descriptor) is no listening stream socket. facialfun-family.socket "
                    + "needs ListenStream= and Accept=no.")
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
                    "Descriptor \(descriptor) is no TCP socket. facialfun-family.socket needs "
                    + "ListenStream=127.0.0.1:8610 or the like.")
        }
        // Not for the processes that the game starts.
        guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
            throw Refusal(description: "Descriptor \(descriptor) cannot be taken over.")
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
