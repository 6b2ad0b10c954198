package import FacialFun
import Glibc

/// A listening socket, our own or inherited from systemd; the service takes its descriptor.
package struct ListeningSocket: Sendable {
    /// Clients that can reach the socket, which determines the checks against web pages.
    package enum Kind: Sendable, Hashable {
        /// A Unix domain socket: access is determined by the file's permissions.
        case unix
        /// Loopback TCP: accessible to every program on this machine, including web browsers.
        case tcp
    }

    /// The descriptor: non-blocking, closed on exec.
    package let descriptor: Int32
    /// Clients that can reach the socket.
    package let kind: Kind
    /// Address for people: a path, or an address with the chosen port.
    package let address: String
    /// The file to delete when the service ends; nil if it is not ours.
    let ownedFile: SocketFile?

    init(descriptor: Int32, kind: Kind, address: String, ownedFile: SocketFile? = nil) {
        self.descriptor = descriptor
        self.kind = kind
        self.address = address
        self.ownedFile = ownedFile
    }

    /// Closes an unused socket and deletes its file if it is ours.
    package func discard() {
        ownedFile?.delete()
        close(descriptor)
    }

    /// Deletes the socket's file if it is ours, after a failed start.
    package func deleteFile() { ownedFile?.delete() }

    /// Number of connections that the kernel queues until they are accepted; the kernel's own limit
    /// may be lower.
    static let backlog: Int32 = 4096

    /// Listens on loopback TCP.
    ///
    /// - Throws: `socketInUse` if another program listens there, `system`.
    package static func tcp(_ address: LoopbackAddress) throws(FacialFunError) -> ListeningSocket {
        let family = address.host == .version4 ? AF_INET : AF_INET6
        let descriptor = try open(family, name: "\(address)")
        do throws(FacialFunError) {
            var yes: Int32 = 1
            let size = socklen_t(MemoryLayout<Int32>.size)
            _ = try SystemCall.check("set an option of \(address)") {
                setsockopt(descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, size)
            }
            do throws(FacialFunError) {
                _ = try SystemCall.check("listen on \(address)") {
                    address.withSocketAddress { bind(descriptor, $0, $1) }
                }
            } catch  where error.errorNumber == EADDRINUSE {
                throw FacialFunError(
                    code: .socketInUse,
                    message: "Another program listens on \(address). Stop it, or use another port.",
                    errorNumber: error.errorNumber)
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
    static func open(_ family: Int32, name: String) throws(FacialFunError) -> Int32 {
        let type = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        return try SystemCall.check("open a socket for \(name)") { socket(family, type, 0) }
    }

    /// The address with the port chosen by the system.
    private static func chosen(
        _ address: LoopbackAddress, descriptor: Int32
    ) throws(FacialFunError) -> LoopbackAddress {
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = try SystemCall.check("get the port of \(address)") {
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &length)
                }
            }
        }
        // The port has the same offset in IPv4 and IPv6 addresses.
        let port = withUnsafeBytes(of: &storage) {
            $0.loadUnaligned(fromByteOffset: 2, as: UInt16.self)
        }
        return LoopbackAddress(host: address.host, port: UInt16(bigEndian: port))
    }
}
