import CommandSupport
import Evaluation

/// Results of `facialfun bench`.
struct BenchReport: Sendable {
    /// The processor's name according to the kernel.
    let processor: String
    /// Number of processors that the program may use.
    let processors: Int
    /// Code path of the networks.
    let cpuPath: String
    /// The measured paths, as given.
    let sources: [String]
    /// Number of pictures.
    let pictures: Int
    /// Number of measurements per picture.
    let rounds: Int
    /// Search budget.
    let search: SearchEffort
    /// Times of new processes; nil if not requested.
    let coldStart: ColdStartBench.Timing?
    /// Times in the running process.
    let frame: FrameBench.Timing
    /// The limits with their measurements.
    let verdicts: [TimeLimit.Verdict]
}
