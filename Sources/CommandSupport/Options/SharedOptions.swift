package import ArgumentParser

/// What every command takes that uses the models.
package struct SharedOptions: ParsableArguments {
    /// As the command line gives it.
    package init() {}

    @Option(
        name: .customLong("model"),
        help: ArgumentHelp(
            "A folder of models, or the folder of one emotion model.",
            discussion: """
                Without it FACIALFUN_MODELS is looked at, then ../share/facialfun/Models beside the \
                program, then the package that it was built from.
                """,
            valueName: "dir"), completion: .directory)
    package var model: String?

    @OptionGroup package var colors: ColorOptions

    package func validate() throws { try RawArguments.checkText(model, of: "--model") }

    /// What the terminal behind a descriptor can show, by these options and the environment.
    package func style(_ descriptor: Int32) -> TerminalStyle { colors.style(descriptor) }
}
