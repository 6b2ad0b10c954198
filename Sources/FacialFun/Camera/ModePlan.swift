import Glibc

/// Choice among the offered formats and sizes, which depends only on the offer and the options.
struct ModePlan: Hashable {
    /// The format.
    var code: FourCC
    /// Resulting pixel format; nil if it has to be converted.
    var pixelFormat: PixelFormat?
    /// Width in pixels.
    var width: Int
    /// Height in pixels.
    var height: Int
    /// Frames per second; 0 if unknown.
    var rate: Double

    /// The best plan for the options; nil if no offered format matches the requested one.
    ///
    /// The size and the rate have costs: a missing pixel costs twice as much as an excess one, and
    /// half the rate as much as half the area. The format decides ties: uncompressed formats are
    /// best, then JPEG, then formats without colors, then formats that need conversion.
    static func best(of formats: [OfferedFormat], for wish: CaptureOptions) -> ModePlan? {
        formats.flatMap { format in format.sizes.map { plan(format, $0, wish) } }
            .filter { wish.pixelFormat == nil || $0.pixelFormat == wish.pixelFormat }
            .min { a, b in
                let (left, right) = (a.cost(wish), b.cost(wish))
                // A strict order: the result does not depend on the order of the camera's modes.
                return left != right ? left < right : a.code.value < b.code.value
            }
    }

    private static func plan(
        _ format: OfferedFormat, _ size: OfferedFormat.Size, _ wish: CaptureOptions
    ) -> ModePlan {
        let (width, height) = size.nearest(width: wish.width, height: wish.height)
        // The slowest rate that suffices; otherwise the fastest one.
        let enough = size.rates.filter { $0 >= wish.rate - 0.5 }.min()
        return ModePlan(
            code: format.code, pixelFormat: format.pixelFormat, width: width, height: height,
            rate: enough ?? size.rates.max() ?? 0)
    }

    private func cost(_ wish: CaptureOptions) -> Double {
        func octaves(_ value: Int, _ wanted: Int) -> Double {
            let ratio = log2(Double(value) / Double(max(wanted, 1)))
            return ratio < 0 ? -2 * ratio : ratio
        }
        var cost = octaves(width, wish.width) + octaves(height, wish.height)
        if rate > 0, rate < wish.rate - 0.5 { cost += 2 * log2(wish.rate / rate) }
        if rate > wish.rate + 0.5 { cost += 0.05 * log2(rate / wish.rate) }
        switch pixelFormat {
        case .yuyv: break
        case .nv12: cost += 0.001
        case .mjpeg, .rgb: cost += 0.01
        case .gray: cost += 0.1
        case nil: cost += 0.5
        }
        return cost
    }
}
