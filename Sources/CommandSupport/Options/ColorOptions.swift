import ArgumentParser
import FacialFunWire

/// Options of all commands.
package struct ColorOptions: ParsableArguments {
    /// Creates the options with their defaults.
    package init() {}

    @Flag(
        name: .customLong("no-color"),
        help: "No colors; NO_COLOR in the environment has the same effect.")
    package var refusesColors = false

    /// Capabilities of the terminal behind a descriptor, by this flag and the environment.
    package func style(_ descriptor: Int32) -> TerminalStyle {
        TerminalStyle(
            isTerminal: StandardStreams.isTerminal(descriptor), refusesColors: refusesColors,
            environment: Environment.ofProcess())
    }
}
