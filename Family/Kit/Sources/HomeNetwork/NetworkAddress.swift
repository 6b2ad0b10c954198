import Glibc

/// An IPv4 address.
public struct NetworkAddress: Hashable, Sendable, CustomStringConvertible {
    /// Its four bytes in network order.
    public let bytes: [UInt8]

    /// Makes an address from bytes; nil unless there are four.
    public init?(bytes: [UInt8]) {
        guard bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// Reads dotted decimal notation; nil for anything else.
    public init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let bytes = parts.compactMap { part in
            part.allSatisfy { ("0"..."9").contains($0) } ? UInt8(part) : nil
        }
        guard parts.count == 4, bytes.count == 4 else { return nil }
        self.bytes = bytes
    }

    /// The address in dotted decimal notation.
    public var description: String { bytes.map { "\($0)" }.joined(separator: ".") }

    /// Whether the address is in a range.
    func lies(in range: AddressRange) -> Bool {
        zip(bytes, range.mask).map { $0 & $1 } == range.address
    }
}

/// All addresses with a common prefix.
struct AddressRange: Hashable, Sendable {
    let address: [UInt8]
    let mask: [UInt8]

    /// A range of one address.
    init(_ address: NetworkAddress) { self.init(address.bytes, bits: 32) }

    /// Reads the bytes of a name constraint: an address and a mask; nil for IPv6.
    init?(bytes: [UInt8]) {
        guard bytes.count == 8 else { return nil }
        (address, mask) = (Array(bytes[..<4]), Array(bytes[4...]))
    }

    init(_ address: [UInt8], bits: Int) {
        self.address = address
        mask = address.indices.map { at in
            let ones = min(8, max(0, bits - at * 8))
            return UInt8(truncatingIfNeeded: 0xFF00 >> ones)
        }
    }

    /// Ranges that are not routed on the internet: RFC 1918, shared (RFC 6598), link-local (RFC
    /// 3927) and loopback.
    static let home = [
        AddressRange([10, 0, 0, 0], bits: 8), AddressRange([172, 16, 0, 0], bits: 12),
        AddressRange([192, 168, 0, 0], bits: 16), AddressRange([100, 64, 0, 0], bits: 10),
        AddressRange([169, 254, 0, 0], bits: 16), AddressRange([127, 0, 0, 0], bits: 8),
    ]
    /// The IPv6 counterparts: unique local (RFC 4193) and link-local addresses.
    static let home6 = [
        AddressRange([0xFC] + [UInt8](repeating: 0, count: 15), bits: 7),
        AddressRange([0xFE, 0x80] + [UInt8](repeating: 0, count: 14), bits: 10),
    ]
}
