import ArgumentParser
import CPeak
import FoundationEssentials
import NeuralNetwork

/// Measures layers one by one and compares them with the peak of the core.
struct LayersCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "layers",
        abstract: "Time convolutions by their shape, in turn with the core's multiply-add peak.",
        discussion: """
            Reads a JSON array of {"op", "height", "width", "inputs", "outputs", "kernel", "stride", \
            "padding", "images"} from a file and prints one JSON object: the peak in GFLOP/s, and for each \
            shape nanoseconds for one image and GFLOP/s. All are medians of bursts that take turns.
            """)

    /// One line of the output.
    private struct Line: Encodable {
        let nanoseconds: Double
        let gigaflops: Double
        let shareOfPeak: Double
    }

    /// The output.
    private struct Answer: Encodable {
        let cpuPath: String
        let peakGigaflops: Double
        let layers: [Line]
    }

    @Argument(help: "The file with the shapes.")
    var shapes: String

    @Option(help: "Number of bursts of each layer.")
    var rounds = 50

    func run() throws {
        let shapes = try JSONDecoder().decode(
            [LayerShape].self, from: Data(contentsOf: URL(filePath: shapes)))
        guard rounds > 0, !shapes.isEmpty else {
            throw ValidationError("expected at least one shape and at least one round")
        }
        let cpuPath = try CPUPath.selected()
        let timers = try shapes.map { try LayerTimer($0) }
        var peaks: [Double] = []
        for _ in 0..<rounds {
            peaks.append(Self.peak(of: cpuPath))
            for timer in timers { timer.round() }
        }
        let peak = median(peaks)
        let lines = timers.map { timer in
            let gigaflops = 2 * Double(timer.shape.multiplyAdds) / timer.nanoseconds
            return Line(
                nanoseconds: timer.nanoseconds, gigaflops: gigaflops,
                shareOfPeak: gigaflops / peak)
        }
        let answer = Answer(cpuPath: cpuPath.rawValue, peakGigaflops: peak, layers: lines)
        Exchange.writeLine(String(decoding: try JSONEncoder().encode(answer), as: UTF8.self))
    }

    /// GFLOP/s of multiply-adds in registers, over about half a millisecond.
    private static func peak(of path: CPUPath) -> Double {
        let instructions =
            switch path {
            case .avx512: CPEAK_AVX512
            case .avx2: CPEAK_AVX2
            default: CPEAK_PLAIN
            }
        var operations: UInt64 = 0
        let nanoseconds = Exchange.nanoseconds { operations = cpeak_run(instructions, 300_000) }
        return Double(operations) / Double(nanoseconds)
    }
}
