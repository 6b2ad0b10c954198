import Glibc

/// The names and addresses of this machine in the home network.
public struct MachineNames: Hashable, Sendable {
    /// Names in lower case: the host name, and the same with `.local` for multicast DNS.
    public var names: [String]
    /// Addresses of the active interfaces.
    ///
    /// The address of the default route comes first.
    public var addresses: [NetworkAddress]

    /// Makes names, for tests and special configurations.
    public init(names: [String], addresses: [NetworkAddress]) {
        self.names = names
        self.addresses = addresses
    }

    /// The current names and addresses.
    public static func current() -> MachineNames {
        var addresses = interfaceAddresses()
        if let first = defaultRouteAddress(), let index = addresses.firstIndex(of: first) {
            addresses.remove(at: index)
            addresses.insert(first, at: 0)
        }
        return MachineNames(names: hostNames(), addresses: addresses)
    }

    /// Names and addresses as they appear in a `Host` header.
    public var hosts: Set<String> { Set(names).union(addresses.map(\.description)) }

    private static func hostNames() -> [String] {
        var buffer = [CChar](repeating: 0, count: 256)
        guard gethostname(&buffer, buffer.count - 1) == 0 else { return [] }
        let whole = String(decoding: buffer.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
            .lowercased()
        guard let name = whole.split(separator: ".").first.map(String.init), isLabel(name) else {
            return []
        }
        let rest = whole == name || !whole.split(separator: ".").allSatisfy({ isLabel($0) })
        return rest ? [name, "\(name).local"] : [name, "\(name).local", whole]
    }

    /// Whether a text is a valid label of a host name: letters, digits, hyphens.
    static func isLabel(_ text: some StringProtocol) -> Bool {
        (1...63).contains(text.utf8.count)
            && text.utf8.allSatisfy {
                switch $0 {
                case 0x30...0x39, 0x61...0x7A, 0x2D: true
                default: false
                }
            } && !text.hasPrefix("-") && !text.hasSuffix("-")
    }

    /// IPv4 addresses of the active interfaces, without loopback.
    private static func interfaceAddresses() -> [NetworkAddress] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var found: [NetworkAddress] = []
        var next = first
        while let entry = next?.pointee {
            next = entry.ifa_next
            let flags = Int32(bitPattern: entry.ifa_flags)
            let isUp = flags & Int32(IFF_UP) != 0
            let isLoopback = flags & Int32(IFF_LOOPBACK) != 0
            guard isUp, !isLoopback, let address = read(entry.ifa_addr), !found.contains(address)
            else { continue }
            found.append(address)
        }
        return found
    }

    private static func read(_ pointer: UnsafePointer<sockaddr>?) -> NetworkAddress? {
        guard let pointer, Int32(pointer.pointee.sa_family) == AF_INET else { return nil }
        return pointer.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
            withUnsafeBytes(of: address.pointee.sin_addr.s_addr) {
                NetworkAddress(bytes: Array($0))
            }
        }
    }

    /// The source address of packets to the internet.
    ///
    /// No packet is sent.
    private static func defaultRouteAddress() -> NetworkAddress? {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var far = sockaddr_in()
        far.sin_family = sa_family_t(AF_INET)
        far.sin_port = UInt16(9).bigEndian
        // 198.51.100.1 is reserved for documentation (RFC 5737).
        far.sin_addr.s_addr = UInt32(0xC633_6401).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let connected = withUnsafePointer(to: &far) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        guard connected == 0 else { return nil }
        var near = sockaddr_in()
        let told = withUnsafeMutablePointer(to: &near) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                getsockname(descriptor, $0, &size)
            }
        }
        guard told == 0 else { return nil }
        return withUnsafeBytes(of: near.sin_addr.s_addr) { NetworkAddress(bytes: Array($0)) }
    }
}
