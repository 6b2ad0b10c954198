import Foundation

/// The keys by which addresses are throttled.
enum NetworkAddress {
    /// The address itself for IPv4, and the 64-bit network for IPv6, because a household usually
    /// gets a whole 64-bit network.
    ///
    /// Other text counts as a separate address, truncated to 64 characters.
    static func key(_ address: String) -> String {
        let bare = String(address.prefix { $0 != "%" }.prefix(64))
        var four = in_addr()
        if inet_pton(AF_INET, bare, &four) == 1 { return bare }
        var six = in6_addr()
        guard inet_pton(AF_INET6, bare, &six) == 1 else { return bare }
        let bytes = withUnsafeBytes(of: six) { Array($0) }
        if bytes.prefix(12) == [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF] {
            return bytes.suffix(4).map(String.init).joined(separator: ".")
        }
        let network = bytes.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }
        return network.joined() + "/64"
    }
}
