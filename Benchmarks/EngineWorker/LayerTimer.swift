import NeuralNetwork

/// Times one layer as the difference of two networks, run in turn.
final class LayerTimer {
    let shape: LayerShape
    private let layers: Int
    private let longer: (network: Network, workspace: Workspace)
    private let shorter: (network: Network, workspace: Workspace)?
    private let burst: Int
    private var longerTimes: [Double] = []
    private var shorterTimes: [Double] = []

    /// Makes the networks and warms them up.
    init(_ shape: LayerShape) throws {
        self.shape = shape
        let pair = try LayerNetwork.pair(for: shape)
        layers = pair.layers
        longer = (pair.longer, try Self.workspace(pair.longer))
        shorter = try pair.shorter.map { ($0, try Self.workspace($0)) }
        let one = (0..<5).map { [longer] _ in Self.nanoseconds(longer, runs: 1) }.min() ?? 1
        // About half a millisecond per burst: long compared with the clock, short compared with the
        // scheduler.
        burst = max(1, Int(500_000 / max(one, 1)))
    }

    /// Runs a burst of each network.
    func round() {
        longerTimes.append(Self.nanoseconds(longer, runs: burst))
        if let shorter { shorterTimes.append(Self.nanoseconds(shorter, runs: burst)) }
    }

    /// The median time of the layer for one image, in nanoseconds.
    var nanoseconds: Double {
        let rest = shorterTimes.isEmpty ? 0 : median(shorterTimes)
        return (median(longerTimes) - rest) / Double(layers * shape.images)
    }

    private static func workspace(_ network: Network) throws -> Workspace {
        let workspace = try network.makeWorkspace(images: network.manifest.imagesOfAFace)
        workspace.withInput { values in
            for index in values.indices { values[index] = Float(index * 7919 % 1000) / 1000 }
        }
        return workspace
    }

    private static func nanoseconds(
        _ timed: (network: Network, workspace: Workspace), runs: Int
    ) -> Double {
        let total = Exchange.nanoseconds {
            for _ in 0..<runs { timed.network.run(timed.workspace) }
        }
        return Double(total) / Double(runs)
    }
}

/// The median of a nonempty array.
func median(_ values: [Double]) -> Double {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}
