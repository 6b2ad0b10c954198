import ArgumentParser
import FacialFun
import HelpLayout

/// The command line of the family server.
@main
struct FacialFunFamily: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facialfun-family",
        abstract: "The family server: P.E.T., the Personal Emotion Trainer, for one home or many.",
        discussion: """
            EXAMPLES
              facialfun-family serve --open            play, in the browser of this machine
              facialfun-family doctor                  check the installation; list remedies
              facialfun-family content check           check that the content is complete and licensed
              facialfun-family content add FOLDER      add a folder of your own questions
              facialfun-family export alice            print all data of an account, as JSON
              facialfun-family accounts delete alice   delete an account with all its data
              facialfun-family backup family.backup    copy the database, even while the server runs
              facialfun-family restore family.backup   restore a copy
              facialfun-family apps                    list the apps that work without a server
              facialfun-family export express FOLDER   copy Express² for any web server
              facialfun-family routes                  list all routes and who may use each
              facialfun-family statistics              print the statistics of players who agreed

            All data stay on this machine, in one folder: --data, or
            $XDG_DATA_HOME/facialfun-family, or ~/.local/share/facialfun-family.

            EXIT CODES
            \(ExitCodes.help)
            """,
        version: FacialFunVersion.current,
        subcommands: [
            ServeCommand.self, DoctorCommand.self, ContentCommand.self, AccountsCommand.self,
            ExportCommand.self, BackupCommand.self, RestoreCommand.self,
            StatisticsCommand.self, RetentionCommand.self, RoutesCommand.self, AppsCommand.self,
            AccountsCommand.Delete.self,
            SimulateCommand.self,
        ])

    static func main() async { await runFittingHelp() }
}
