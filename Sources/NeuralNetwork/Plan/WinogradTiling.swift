/// Which convolutions are computed by Winograd's minimal filtering, and in tiles of which size.
///
/// A tile of 2 × 2 outputs of a 3×3 filter takes 16 products instead of 36, one of 4 × 4 takes 36
/// instead of 144; what it costs is the transforms of tiles, worth it with many channels, and exactness:
/// single precision keeps about 5 digits in tiles of 4 × 4.
enum WinogradTiling {
    /// Fewer channels do not pay for the transforms.
    static let minChannels = 32
    /// The sides that there are kernels for, in outputs, and the fewest tiles of a run for each.
    ///
    /// With fewer the weights, which become 1.8 or 4 times as many, are not used often enough for the
    /// time and the memory that they take.
    static let minTiles = [(side: 2, tiles: 8), (side: 4, tiles: 9)]
    /// At most this share of the direct sum's products, where tiles reach beyond the map, too.
    static let maxShare = 0.6

    /// How a convolution is tiled.
    ///
    /// - Parameters:
    ///   - filter: The convolution.
    ///   - weight: The shape of its weights, [outC, kH, kW, inC].
    ///   - output: The shape of its output.
    ///   - images: How many images runs take as a rule. The answer holds for all runs, so that an
    ///     image comes out alike alone and among others.
    /// - Returns: The side of its tiles; `nil` where the direct sum is quicker.
    static func side(
        _ filter: Manifest.Filter, weight: [Int], output: Shape, images: Int
    ) -> Int? {
        guard weight.count == 4, weight[1] == 3, weight[2] == 3, filter.stride.height == 1,
            filter.stride.width == 1, min(weight[0], weight[3]) >= minChannels
        else { return nil }
        let direct = Double(9 * output.height * output.width)
        // Of equal ones the smaller: it is more exact, and its weights take less memory.
        let counts = minTiles.filter { images * tiles(side: $0.side, output) >= $0.tiles }
            .map { ($0.side, tiles(side: $0.side, output) * ($0.side + 2) * ($0.side + 2)) }
        guard let best = counts.min(by: { $0.1 < $1.1 }),
            Double(best.1) <= maxShare * direct
        else { return nil }
        return best.0
    }

    /// How many tiles cover an output.
    private static func tiles(side: Int, _ output: Shape) -> Int {
        let covering = covering(output, side: side)
        return covering.height / side * (covering.width / side)
    }

    /// The shape of an output grown to whole tiles.
    static func covering(_ output: Shape, side: Int) -> Shape {
        Shape(
            height: (output.height + side - 1) / side * side,
            width: (output.width + side - 1) / side * side, channels: output.channels)
    }
}
