import CommandSupport
import Evaluation

/// What `facialfun bench` measured.
struct BenchReport: Sendable {
    /// The processor's name, as the kernel gives it.
    let processor: String
    /// How many processors the program may use.
    let processors: Int
    /// The code that computes the networks.
    let cpuPath: String
    /// What was timed, as it was named.
    let sources: [String]
    /// How many pictures that are.
    let pictures: Int
    /// How often each was timed.
    let rounds: Int
    /// How hard faces were searched for.
    let search: SearchEffort
    /// New processes; nil where none was wanted.
    let coldStart: ColdStartBench.Timing?
    /// The running process.
    let frame: FrameBench.Timing
    /// The limits with what was measured.
    let verdicts: [TimeLimit.Verdict]
}
