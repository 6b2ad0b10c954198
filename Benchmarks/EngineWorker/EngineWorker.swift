import ArgumentParser

/// This project's side of each comparison: runs what it is told to, as often as it is told to, and
/// says how long each run took.
@main
struct EngineWorker: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "engine-worker",
        abstract: "Run what is timed beside the peers.",
        discussion: """
            `network` and `frame` first print one JSON object about what they have loaded. Then they \
            read one number a line, run that often, and print the nanoseconds of each run as one \
            JSON array. They end when their input ends.
            """,
        subcommands: [NetworkCommand.self, FrameCommand.self, LayersCommand.self])
}
