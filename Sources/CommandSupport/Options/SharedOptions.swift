package import ArgumentParser

/// Options of all commands that use the models.
package struct SharedOptions: ParsableArguments {
    /// Creates the options with their defaults.
    package init() {}

    @Option(
        name: .customLong("model"),
        help: ArgumentHelp(
            "A folder of models, or the folder of one emotion model.",
            discussion: """
                Without it the models are in FACIALFUN_MODELS, in ../share/facialfun/Models next \
                to the program, or in the package that it was built from.
                """,
            valueName: "dir"), completion: .directory)
    package var model: String?

    @OptionGroup package var colors: ColorOptions

    package func validate() throws { try RawArguments.checkText(model, of: "--model") }

    /// Capabilities of the terminal behind a descriptor, by these options and the environment.
    package func style(_ descriptor: Int32) -> TerminalStyle { colors.style(descriptor) }
}
