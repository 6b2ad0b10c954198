import Glibc

/// A socket that listens, made by us or handed over by systemd; the service takes its descriptor.
package struct ListeningSocket: Sendable {
    /// Clients that can reach the socket, which determines the checks against web pages.
    package enum Kind: Sendable, Hashable {
        /// A Unix domain socket: the file's permissions say who.
        case unix
        /// Loopback TCP: every program of this machine, web browsers among them.
        case tcp
    }

    /// The descriptor: non-blocking, closed on exec.
    package let descriptor: Int32
    /// Clients that can reach the socket.
    package let kind: Kind
    /// Address for people: a path, or an address with the chosen port.
    package let address: String
    /// The file that is to be deleted when the service ends; nil where it is not ours.
    let ownedFile: SocketFile?

    init(descriptor: Int32, kind: Kind, address: String, ownedFile: SocketFile? = nil) {
        self.descriptor = descriptor
        self.kind = kind
        self.address = address
        self.ownedFile = ownedFile
    }

    /// Closes a socket that no service took, and deletes its file where it is ours.
    package func discard() {
        ownedFile?.delete()
        close(descriptor)
    }

    /// Deletes the socket's file where it is ours: for a service that took it and failed.
    package func deleteFile() { ownedFile?.delete() }

    /// Connections that the kernel holds until they are accepted; it takes its own limit if less.
    static let backlog: Int32 = 4096

    /// Listens on loopback TCP.
    ///
    /// - Throws: `socketInUse` where another program listens there, `system`.
    package static func tcp(_ address: LoopbackAddress) throws(ServiceError) -> ListeningSocket {
        let family = address.host == .version4 ? AF_INET : AF_INET6
        let descriptor = try open(family, name: "\(address)")
        do throws(ServiceError) {
            var yes: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            _ = try SystemCall.check("set an option of \(address)") {
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
            }
            do throws(ServiceError) {
                _ = try SystemCall.check("listen on \(address)") {
                    address.withSocketAddress { bind(descriptor, $0, $1) }
                }
            } catch  where error.cause == EADDRINUSE {
                throw ServiceError(
                    code: .socketInUse,
                    message: "Another program listens on \(address). Stop it or name another port.",
                    cause: error.cause)
            }
            _ = try SystemCall.check("listen on \(address)") { listen(descriptor, backlog) }
            return ListeningSocket(
                descriptor: descriptor, kind: .tcp,
                address: "\(try chosen(address, descriptor: descriptor))")
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// A new stream socket, non-blocking and closed on exec.
    static func open(_ family: Int32, name: String) throws(ServiceError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return try SystemCall.check("open a socket for \(name)") { socket(family, type, 0) }
    }

    /// The address with the port that the system chose.
    private static func chosen(
        _ address: LoopbackAddress, descriptor: Int32
    ) throws(ServiceError) -> LoopbackAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = try SystemCall.check("ask for the port of \(address)") {
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &length)
                }
            }
        }
        // The port lies at the same place in the addresses of both versions.
        let port = withUnsafeBytes(of: &storage) {
            $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        }
        return LoopbackAddress(host: address.host, port: UInt16(bigEndian: port))
    }
}
