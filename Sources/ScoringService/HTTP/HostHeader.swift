import Glibc
import NIOHTTP1

/// The header field `Host`, of which an HTTP/1.1 request has one (RFC 9112, section 3.2).
enum HostHeader {
    /// Sees that a request has it as it must be; what it names is not looked at.
    ///
    /// - Throws: `invalid_host` for an HTTP/1.1 request without it, and for every request with two,
    ///   or with one that is neither empty nor a host with or without a port.
    static func check(_ head: HTTPRequestHead) throws(Problem) {
        let hosts = head.headers["host"]
        guard hosts.count <= 1, hosts.allSatisfy(isValid), !hosts.isEmpty || head.version.minor < 1
        else { throw Problem.invalidHost }
    }

    /// Whether a value is `uri-host [ ":" port ]` (RFC 3986, sections 3.2.2 and 3.2.3); between
    /// brackets addresses of version 6 are known, and none of a later one.
    static func isValid(_ value: String) -> Bool {
        let bytes = value.utf8
        let end: String.Index
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
                isAddress(value[..<bracket].dropFirst())
            else { return false }
            end = bytes.index(after: bracket)
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard isName(bytes[..<end]) else { return false }
        }
        let port = bytes[end...]
        return port.isEmpty
            || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether this is an address of version 6 (inet_pton(3)).
    private static func isAddress(_ text: Substring) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET6, String(text), &address) == 1
    }

    /// Whether this is a name, which an address of version 4 is, too.
    private static func isName(_ bytes: Substring.UTF8View) -> Bool {
        var rest = bytes
        while let byte = rest.popFirst() {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: continue
            case UInt8(ascii: "%"):
                // Two hexadecimal digits follow.
                guard isHexadecimal(rest.popFirst()), isHexadecimal(rest.popFirst()) else {
                    return false
                }
            default:
                guard "-._~!$&'()*+,;=".utf8.contains(byte) else { return false }
            }
        }
        return true
    }

    private static func isHexadecimal(_ byte: UInt8?) -> Bool {
        guard let byte else { return false }
        return isDigit(byte) || (0x41...0x46).contains(byte & ~0x20)
    }
}
