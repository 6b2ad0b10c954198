package import FacialFun
import Glibc

extension ListeningSocket {
    /// The first inherited descriptor from systemd (sd_listen_fds(3)).
    static let firstInherited: Int32 = 3

    /// The sockets inherited from systemd; empty if there are none.
    ///
    /// - Parameter environment: The process's environment: `LISTEN_PID` must be this process.
    /// - Returns: The sockets, in the order of their descriptors.
    /// - Throws: `badActivation` if a descriptor is not a listening stream socket, or can be
    ///   reached from other machines.
    package static func inherited(
        environment: [String: String]
    ) throws(FacialFunError) -> [ListeningSocket] {
        guard let process = environment["LISTEN_PID"].flatMap({ pid_t($0) }), process == getpid()
        else { return [] }
        guard let count = environment["LISTEN_FDS"].flatMap({ Int32($0) }), count >= 0,
            count <= 64
        else {
            throw FacialFunError(
                code: .badActivation,
                message: "LISTEN_FDS is \(environment["LISTEN_FDS"] ?? "not set"), not a number of "
                    + "sockets. Start the service by its systemd socket unit.")
        }
        var sockets: [ListeningSocket] = []
        for descriptor in firstInherited..<(firstInherited + count) {
            sockets.append(try adopted(descriptor))
        }
        return sockets
    }

    /// Checks and takes over a descriptor.
    static func adopted(_ descriptor: Int32) throws(FacialFunError) -> ListeningSocket {
        guard option(SO_ACCEPTCONN, of: descriptor) == 1,
            option(SO_TYPE, of: descriptor) == Int32(SOCK_STREAM.rawValue)
        else {
            throw FacialFunError(
                code: .badActivation,
                message: "Descriptor \(descriptor) is not a listening stream socket. The unit "
                    + "needs ListenStream= and Accept=no.")
        }
        let flags = try SystemCall.check("read the flags of descriptor \(descriptor)") {
            fcntl(descriptor, F_GETFL)
        }
        _ = try SystemCall.check("set the flags of descriptor \(descriptor)") {
            fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
        }
        _ = try SystemCall.check("set the flags of descriptor \(descriptor)") {
            fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        }
        var storage = sockaddr_storage()
        var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
        _ = try SystemCall.check("get the address of descriptor \(descriptor)") {
            withUnsafeMutablePointer(to: &storage) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    getsockname(descriptor, $0, &length)
                }
            }
        }
        return try adopted(descriptor, storage)
    }

    private static func adopted(
        _ descriptor: Int32, _ storage: sockaddr_storage
    ) throws(FacialFunError) -> ListeningSocket {
        let family = Int32(storage.ss_family)
        var storage = storage
        switch family {
        case AF_UNIX:
            let path = withUnsafeBytes(of: &storage) { raw in
                String(decoding: raw.dropFirst(2).prefix { $0 != 0 }, as: UTF8.self)
            }
            return ListeningSocket(descriptor: descriptor, kind: .unix, address: path)
        case AF_INET, AF_INET6:
            let (port, isLoopback) = withUnsafeBytes(of: &storage) { raw in
                let port = UInt16(bigEndian: raw.loadUnaligned(fromByteOffset: 2, as: UInt16.self))
                let four = raw.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
                let six = raw[8..<24].dropLast().allSatisfy { $0 == 0 } && raw[23] == 1
                return (port, family == AF_INET ? four == 0x0100_007F : six)
            }
            guard isLoopback else {
                throw FacialFunError(
                    code: .badActivation,
                    message: """
                        Descriptor \(descriptor) listens on an address that other machines can \
                        reach. Use ListenStream=127.0.0.1:PORT, [::1]:PORT or a path.
                        """)
            }
            return ListeningSocket(
                descriptor: descriptor, kind: .tcp,
                address: family == AF_INET ? "127.0.0.1:\(port)" : "[::1]:\(port)")
        default:
            throw FacialFunError(
                code: .badActivation,
                message: "Descriptor \(descriptor) is neither a Unix nor a TCP socket.")
        }
    }

    private static func option(_ name: Int32, of descriptor: Int32) -> Int32? {
        var value: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(descriptor, SOL_SOCKET, name, &value, &length) == 0 ? value : nil
    }
}
