package import FacialFun
import Glibc

/// A TCP address that only this machine can reach.
package struct LoopbackAddress: Hashable, Sendable, CustomStringConvertible {
    /// One of the two loopback addresses.
    enum Host: String, Sendable {
        case version4 = "127.0.0.1"
        case version6 = "::1"
    }

    let host: Host
    /// The port, 0…65535; with 0 the system chooses one.
    package let port: UInt16

    /// Parses `127.0.0.1:PORT` or `[::1]:PORT`.
    ///
    /// - Throws: `addressRefused` for everything else, because pictures of faces must not leave the
    ///   machine.
    package init(_ text: String) throws(FacialFunError) {
        for (prefix, host) in [("127.0.0.1:", Host.version4), ("[::1]:", .version6)]
        where text.hasPrefix(prefix) {
            let digits = text.dropFirst(prefix.count)
            guard !digits.isEmpty, digits.allSatisfy({ ("0"..."9").contains($0) }),
                let port = UInt16(digits)
            else {
                throw FacialFunError(
                    code: .addressRefused,
                    message: "\(text) has no valid port: append one from 0 to 65535.")
            }
            self.init(host: host, port: port)
            return
        }
        throw FacialFunError(
            code: .addressRefused,
            message: """
                \(text) is rejected: pictures of faces must not leave this machine, so only \
                127.0.0.1:PORT and [::1]:PORT are allowed. For encrypted access from elsewhere, \
                use a proxy.
                """)
    }

    init(host: Host, port: UInt16) {
        self.host = host
        self.port = port
    }

    /// The address as written on the command line.
    package var description: String {
        switch host {
        case .version4: "127.0.0.1:\(port)"
        case .version6: "[::1]:\(port)"
        }
    }

    /// Calls a closure with the address as a `sockaddr`.
    func withSocketAddress<R>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> R) -> R {
        switch host {
        case .version4:
            var address = sockaddr_in()
            address.sin_family = sa_family_t(AF_INET)
            address.sin_port = port.bigEndian
            address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
            return Self.lend(&address, body)
        case .version6:
            var address = sockaddr_in6()
            address.sin6_family = sa_family_t(AF_INET6)
            address.sin6_port = port.bigEndian
            address.sin6_addr = in6addr_loopback
            return Self.lend(&address, body)
        }
    }

    private static func lend<Address, R>(
        _ address: inout Address, _ body: (UnsafePointer<sockaddr>, socklen_t) -> R
    ) -> R {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
                body(rebound, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }
}
