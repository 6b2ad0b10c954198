import ArgumentParser
import CommandSupport

/// A number of bytes with an optional unit: `50000000`, `50MB`, `64MiB`.
struct ByteSize: ExpressibleByArgument, Hashable, Sendable {
    /// The number of bytes, at least 1.
    let bytes: Int

    /// Makes a size.
    init(bytes: Int) {
        self.bytes = bytes
    }

    /// Parses a size; nil if it is invalid or too large.
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

    /// The text in help.
    var defaultValueDescription: String {
        bytes % 1_000_000 == 0 ? "\(bytes / 1_000_000)MB" : "\(bytes)"
    }
}
