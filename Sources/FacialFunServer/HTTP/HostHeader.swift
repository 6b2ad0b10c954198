import Glibc
import NIOHTTP1
import FacialFunWire

/// The header field `Host`, which an HTTP/1.1 request must have exactly once (RFC 9112, section
/// 3.2).
enum HostHeader {
    /// Checks the number and syntax of the field; its value does not matter here.
    ///
    /// - Throws: `invalid_host` for an HTTP/1.1 request without it, and for every request with two,
    ///   or with one that is neither empty nor a host with an optional port.
    static func check(_ head: HTTPRequestHead) throws(Problem) {
        let hosts = head.headers["host"]
        guard hosts.count <= 1, hosts.allSatisfy(isValid), !hosts.isEmpty || head.version.minor < 1
        else { throw Problem.invalidHost }
    }

    /// Whether a value is `uri-host [ ":" port ]` (RFC 3986, sections 3.2.2 and 3.2.3).
    ///
    /// Brackets may only contain IPv6 addresses.
    static func isValid(_ value: String) -> Bool {
        let bytes = value.utf8
        let colon = bytes.lastIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "]") }
            .flatMap { bytes[$0] == UInt8(ascii: ":") ? $0 : nil }
        let host = value[..<(colon ?? value.endIndex)]
        guard bytes[host.endIndex...].dropFirst().allSatisfy({ (0x30...0x39).contains($0) })
        else { return false }
        if host.hasUTF8Prefix("["), host.hasUTF8Suffix("]") {
            var address = in6_addr()
            let text = String(Substring(host.utf8.dropFirst().dropLast()))
            return inet_pton(AF_INET6, text, &address) == 1
        }
        return host.utf8.allSatisfy(isOfName) && RequestTarget.decoded(host) != nil
    }

    /// Whether a byte may be part of a name or an IPv4 address.
    private static func isOfName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "%-._~!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
