import ArgumentParser
import FacialFun

/// The command line of the family server.
@main
struct FacialFunFamily: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "facialfun-family",
        abstract: "The family server: P.E.T., the Personal Emotion Trainer, for one home or many.",
        discussion: """
            EXAMPLES
              facialfun-family serve --open            play, in the browser of this machine
              facialfun-family doctor                  check that everything is there; name remedies
              facialfun-family content check           check that the content is complete and licensed
              facialfun-family content add FOLDER      play a folder of questions of your own, too
              facialfun-family export alice            print all that is kept of an account, as JSON
              facialfun-family accounts delete alice   delete an account with all it holds
              facialfun-family backup family.backup    copy the database, while the server runs or not
              facialfun-family restore family.backup   put a copy back
              facialfun-family apps                    list the apps that need no server
              facialfun-family export express FOLDER   copy Express² for any web server
              facialfun-family routes                  list all routes and who may use each
              facialfun-family statistics              print what is told of all players who agree

            All data stay on this machine, in one folder: --data, else
            $XDG_DATA_HOME/facialfun-family, else ~/.local/share/facialfun-family.

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
}
