import ArgumentParser
import CommandSupport

/// A number of pixels as a person writes it: `64000000`, `64MP`.
struct PixelCount: ExpressibleByArgument, Hashable, Sendable {
    /// The number of pixels, at least 1.
    let pixels: Int

    /// Makes a count.
    init(pixels: Int) {
        self.pixels = pixels
    }

    /// Reads a count; nil for what is none, or none that fits.
    init?(argument: String) {
        let units = ["": 1, "MP": 1_000_000]
        guard let value = UnitNumber.parse(argument, units: units, atMost: 1 << 40) else {
            return nil
        }
        pixels = value
    }

    /// As it is printed in help.
    var defaultValueDescription: String {
        pixels % 1_000_000 == 0 ? "\(pixels / 1_000_000)MP" : "\(pixels)"
    }
}
