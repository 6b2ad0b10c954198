import ArgumentParser
import CommandSupport

/// A number of pixels with an optional unit: `64000000`, `64MP`.
struct PixelCount: ExpressibleByArgument, Hashable, Sendable {
    /// The number of pixels, at least 1.
    let pixels: Int

    /// Makes a count.
    init(pixels: Int) {
        self.pixels = pixels
    }

    /// Parses a count; nil if it is invalid or too large.
    init?(argument: String) {
        let units = ["": 1, "MP": 1_000_000]
        guard let value = UnitNumber.parse(argument, units: units, atMost: 1 << 40) else {
            return nil
        }
        pixels = value
    }

    /// The text in help.
    var defaultValueDescription: String {
        pixels % 1_000_000 == 0 ? "\(pixels / 1_000_000)MP" : "\(pixels)"
    }
}
