import ArgumentParser
import FacialFunWire

/// What every command takes, whatever it does.
package struct ColorOptions: ParsableArguments {
    /// As the command line gives it.
    package init() {}

    @Flag(
        name: .customLong("no-color"),
        help: "No colours; NO_COLOR in the environment does the same.")
    package var refusesColors = false

    /// What the terminal behind a descriptor can show, by this flag and the environment.
    package func style(_ descriptor: Int32) -> TerminalStyle {
        TerminalStyle(
            isTerminal: StandardStreams.isTerminal(descriptor), refusesColors: refusesColors,
            environment: Environment.ofProcess())
    }
}
