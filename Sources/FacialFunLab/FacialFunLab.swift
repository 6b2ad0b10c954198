import ArgumentParser
import CommandSupport
import FacialFun
import HelpLayout

/// The command line for evaluating the networks.
@main
struct FacialFunLab: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facialfun-lab",
        abstract: "Measure the accuracy of FacialFun on your own pictures.",
        discussion: """
            EXAMPLES
              facialfun-lab evaluate Labeled        accuracy of the scores on labeled faces
              facialfun-lab evaluate OurPeople --levels
                                                    is the game fair to these faces?
              facialfun-lab fit Labeled --output calm-or-tense
                                                    add classes of your own to the model
              facialfun-lab faces Pictures          mesh, pose and features of each largest face

            Pictures are scored in the same way as by facialfun, with the same networks. Nothing leaves \
            this machine.

            EXIT CODES
            \(ExitCodes.evaluateHelp)
            """,
        version: FacialFunVersion.current,
        subcommands: [
            EvaluateCommand.self, FitCommand.self, FacesCommand.self, AttemptsCommand.self,
            DecodePictureCommand.self,
        ])

    static func main() {
        if let problem = RawArguments.ofProcess().problem {
            exit(withError: ValidationError(problem))
        }
        runFittingHelp()
    }
}
