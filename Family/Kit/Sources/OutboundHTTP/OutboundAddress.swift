package import NIOCore

/// Classification of IP addresses.
package enum OutboundAddress {
    /// Whether an address belongs to the public internet.
    ///
    /// False for loopback, private, link-local, multicast and reserved addresses, and for IPv6
    /// addresses that contain such an IPv4 address.
    package static func isPublic(_ address: SocketAddress) -> Bool {
        switch address {
        case .v4(let address):
            // Skip family and port, two bytes each.
            return withUnsafeBytes(of: address.address) { isPublic4(Array($0[4..<8])) }
        case .v6(let address):
            // Skip family, port and flow information.
            return withUnsafeBytes(of: address.address) { isPublic6(Array($0[8..<24])) }
        case .unixDomainSocket:
            return false
        }
    }

    private static func isPublic4(_ address: [UInt8]) -> Bool {
        !reserved4.contains { hasPrefix(address, $0.bytes, bits: $0.bits) }
    }

    private static func isPublic6(_ address: [UInt8]) -> Bool {
        // IPv6-only networks reach IPv4 hosts through this prefix.
        if hasPrefix(address, [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8), bits: 96)
        {
            return isPublic4(Array(address.suffix(4)))
        }
        return hasPrefix(address, [0x20], bits: 3)
            && !reserved6.contains { hasPrefix(address, $0.bytes, bits: $0.bits) }
    }

    private static func hasPrefix(_ address: [UInt8], _ prefix: [UInt8], bits: Int) -> Bool {
        for index in 0..<(bits / 8) where address[index] != prefix[index] { return false }
        let rest = bits % 8
        guard rest > 0 else { return true }
        let mask = UInt8(truncatingIfNeeded: 0xFF00 >> rest)
        return address[bits / 8] & mask == prefix[bits / 8] & mask
    }

    private typealias Range = (bytes: [UInt8], bits: Int)

    /// IANA's special-purpose registry.
    private static let reserved4: [Range] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24), ([192, 0, 2], 24), ([192, 88, 99], 24), ([192, 168], 16),
        ([198, 18], 15), ([198, 51, 100], 24), ([203, 0, 113], 24), ([224], 4), ([240], 4),
    ]
    /// Ranges within 2000::/3 that are not public: protocol assignments with Teredo, documentation,
    /// 6to4.
    private static let reserved6: [Range] = [
        ([0x20, 0x01, 0x00], 23), ([0x20, 0x01, 0x0D, 0xB8], 32), ([0x20, 0x02], 16),
        ([0x3F, 0xFF, 0x00], 20),
    ]
}
