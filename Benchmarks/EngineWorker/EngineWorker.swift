import ArgumentParser

/// FacialFun's side of each comparison: runs the requested work the requested number of times and
/// reports the time of each run.
@main
struct EngineWorker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine-worker",
        abstract: "Run the FacialFun side of the comparisons.",
        discussion: """
            `network` and `frame` first print one JSON object about what they have loaded. Then they \
            read one number a line, run that often, and print the nanoseconds of each run as one \
            JSON array. They end when their input ends.
            """,
        subcommands: [NetworkCommand.self, FrameCommand.self, LayersCommand.self])
}
