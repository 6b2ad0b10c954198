import ArgumentParser

/// What every command takes.
struct SharedOptions: ParsableArguments {
    @Option(
        name: .customLong("model"),
        help: ArgumentHelp(
            "A folder of models, or the folder of one emotion model.",
            discussion: """
                Without it FACIALFUN_MODELS is looked at, then ../share/facialfun/Models beside the \
                program, then the package that it was built from.
                """,
            valueName: "dir"), completion: .directory)
    var model: String?

    @Flag(
        name: .customLong("no-color"),
        help: "No colours; NO_COLOR in the environment does the same.")
    var refusesColours = false

    /// What the terminal behind a descriptor can show, by these options and the environment.
    func style(_ descriptor: Int32) -> TerminalStyle {
        TerminalStyle(
            isTerminal: StandardStreams.isTerminal(descriptor), refusesColours: refusesColours,
            environment: Environment.ofProcess())
    }
}
