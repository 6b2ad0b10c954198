import ArgumentParser
import CommandSupport
import FacialFun
import HelpLayout

/// The command line of FacialFun.
@main
struct FacialFunProgram: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facialfun",
        abstract: "Score the emotions that faces show. Nothing leaves this machine.",
        discussion: """
            EXAMPLES
              facialfun score photo.jpg             eight scores for each face in a picture
              facialfun score Photos --format jsonl one JSON record for each picture of a folder
              facialfun match photo.jpg --target happiness --level 2
                                                    did this face match?
              facialfun cameras                     which cameras can be used
              facialfun watch                       score a live camera
              facialfun watch --target happiness --level 2
                                                    play an attempt in front of the camera
              facialfun levels                      thresholds and rates of each level
              facialfun model-card                  quality and limits of the scores
              facialfun serve                       score for other programs, over a socket
              facialfun doctor                      check this installation
              facialfun bench                       how long each stage takes on this machine

            facialfun-lab measures the accuracy of the scores on your own labeled faces.

            A score describes the expression that a face shows, not what a person feels.

            EXIT CODES
            \(ExitCodes.help)
            """,
        version: FacialFunVersion.current,
        subcommands: [
            ScoreCommand.self, MatchCommand.self, WatchCommand.self, CamerasCommand.self,
            LevelsCommand.self, ModelCardCommand.self, ServeCommand.self, DoctorCommand.self,
            BenchCommand.self, DecodePictureCommand.self,
        ])

    /// Runs the command of the command line, or suggests the one most likely meant.
    static func main() {
        if let problem = RawArguments.ofProcess().problem {
            exit(withError: ValidationError(problem))
        }
        let commands = configuration.subcommands.compactMap { $0.configuration.commandName }
        let arguments = Array(CommandLine.arguments.dropFirst())
        if let suggestion = CommandSuggestion(for: arguments, commands: commands) {
            exit(withError: ValidationError(suggestion.message))
        }
        runFittingHelp()
    }
}
