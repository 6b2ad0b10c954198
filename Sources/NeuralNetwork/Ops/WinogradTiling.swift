/// Parameters of a convolution by Winograd's minimal filtering, and the choice of convolutions for
/// it.
///
/// A tile of 2 × 2 outputs of a 3×3 filter takes 16 products instead of 36, one of 4 × 4 takes 36
/// instead of 144. In return, tiles must be transformed, which is worthwhile with many channels,
/// and results are less accurate: about 5 digits with tiles of 4 × 4 in single precision.
struct WinogradTiling: Hashable, Sendable {
    /// The side of a tile, in outputs: 2 or 4.
    let side: Int
    /// Whether the weights stay in half precision, as in the file, and are transformed in every
    /// run; otherwise they are transformed once, when packed.
    let keepsHalves: Bool

    /// Minimum number of channels for which the transforms are worthwhile.
    static let minChannels = 32
    /// The tile sides with kernels, in outputs.
    static let sides = [2, 4]
    /// Minimum number of tiles per run; with fewer, the weights are not reused enough.
    static let minTiles = 8
    /// The same minimum for weights that are transformed once, for tiles of 4 × 4.
    static let minTilesOfFour = 9
    /// Maximum number of tiles for half-precision weights; with more tiles the weights are
    /// transformed once, to 1.8 or 4 times as many numbers of twice the size.
    ///
    /// Half precision saves memory and time to the first scores; the time per frame is the same
    /// within measurement accuracy.
    static let maxTilesOfHalves = 8
    /// Maximum number of products relative to the direct sum, including those of tiles that extend
    /// beyond the map.
    static let maxShare = 0.6

    /// Chooses the tiling of a convolution; `nil` if the direct sum is faster.
    ///
    /// - Parameters:
    ///   - filter: The convolution.
    ///   - weight: The shape of its weights, [outC, kH, kW, inC].
    ///   - type: Number format of the weights in the file.
    ///   - output: The shape of its output.
    ///   - images: Typical number of images per run. The choice applies to all runs, so that an
    ///     image has the same result alone and in a batch.
    init?(
        _ filter: Filter, weight: [Int], type: ElementType, output: Shape, images: Int
    ) {
        guard weight.count == 4, weight[1] == 3, weight[2] == 3, filter.stride.height == 1,
            filter.stride.width == 1, min(weight[0], weight[3]) >= Self.minChannels
        else { return nil }
        func tiles(_ side: Int) -> Int { images * Self.tiles(side: side, output) }
        func keepsHalves(_ side: Int) -> Bool {
            type == .float16 && tiles(side) <= Self.maxTilesOfHalves
        }
        let direct = Double(images * 9 * output.height * output.width)
        // In a tie, the smaller tile is used: it is more accurate, and its weights take less
        // memory.
        let counts = Self.sides.filter { side in
            let least = side == 4 && !keepsHalves(side) ? Self.minTilesOfFour : Self.minTiles
            return tiles(side) >= least
        }.map { ($0, tiles($0) * ($0 + 2) * ($0 + 2)) }
        guard let best = counts.min(by: { $0.1 < $1.1 }), Double(best.1) <= Self.maxShare * direct
        else { return nil }
        side = best.0
        self.keepsHalves = keepsHalves(best.0)
    }

    /// Number of tiles that cover an output.
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
