import ArgumentParser
import CommandSupport

/// A number of bytes as a person writes it: `50000000`, `50MB`, `64MiB`.
struct ByteSize: ExpressibleByArgument, Hashable, Sendable {
    /// The number of bytes, at least 1.
    let bytes: Int

    /// Makes a size.
    init(bytes: Int) {
        self.bytes = bytes
    }

    /// Reads a size; nil for what is none, or none that fits.
    init?(argument: String) {
        let units = [
            "": 1, "B": 1, "KB": 1_000, "MB": 1_000_000, "GB": 1_000_000_000, "KIB": 1 << 10,
            "MIB": 1 << 20, "GIB": 1 << 30,
        ]
        guard let value = UnitNumber.parse(argument, units: units, atMost: 1 << 40) else {
            return nil
        }
        bytes = value
    }

    /// As it is printed in help.
    var defaultValueDescription: String {
        bytes % 1_000_000 == 0 ? "\(bytes / 1_000_000)MB" : "\(bytes)"
    }
}
