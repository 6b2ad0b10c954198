import NIOHTTP1

/// The header field `Host`, of which an HTTP/1.1 request has one (RFC 9112, section 3.2).
enum HostField {
    /// Sees that a request has it as it must be; what it names is not looked at.
    ///
    /// - Throws: `invalid_host` for an HTTP/1.1 request without it, and for every request with two,
    ///   or with one that is neither empty nor a host with or without a port.
    static func check(_ head: HTTPRequestHead) throws(Problem) {
        let hosts = head.headers["host"]
        guard hosts.count <= 1, hosts.allSatisfy(isValid), !hosts.isEmpty || head.version.minor < 1
        else { throw Problem.invalidHost }
    }

    /// Whether a value is `uri-host [ ":" port ]` (RFC 3986, sections 3.2.2 and 3.2.3).
    static func isValid(_ value: String) -> Bool {
        let bytes = value.utf8
        let end: String.Index
        if bytes.first == UInt8(ascii: "[") {
            guard let bracket = bytes.firstIndex(of: UInt8(ascii: "]")),
                bytes[..<bracket].dropFirst().allSatisfy(isInAddress)
            else { return false }
            end = bytes.index(after: bracket)
        } else {
            end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
            guard bytes[..<end].allSatisfy(isInName) else { return false }
        }
        let port = bytes[end...]
        return port.isEmpty
            || port.first == UInt8(ascii: ":") && port.dropFirst().allSatisfy(isDigit)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Whether a byte may stand in a name or an address of version 4.
    private static func isInName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "-._~%!$&'()*+,;=".utf8.contains(byte)
        }
    }

    /// Whether a byte may stand between brackets.
    private static func isInAddress(_ byte: UInt8) -> Bool {
        isInName(byte) || byte == UInt8(ascii: ":")
    }
}
