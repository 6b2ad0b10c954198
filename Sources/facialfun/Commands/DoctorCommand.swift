import ArgumentParser

/// `facialfun doctor`: is this installation fit, and if not, what is the remedy.
struct DoctorCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Say whether this installation is fit, and what is missing.")

    @OptionGroup var shared: SharedOptions

    func run() throws {
        try StandardStreams.print("FacialFun \(FacialFunVersion.current)\n")
    }
}
