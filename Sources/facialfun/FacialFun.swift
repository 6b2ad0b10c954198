import ArgumentParser

/// The command line of FacialFun.
@main
struct FacialFun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facialfun", abstract: "Score the emotions that faces show.")
}
