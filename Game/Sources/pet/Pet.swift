import ArgumentParser
import CVersion

/// The command line of P.E.T.
@main
struct Pet: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pet",
        abstract: "P.E.T., the Personal Emotion Trainer: a game that teaches faces.",
        discussion: """
            EXAMPLES
              pet serve --open            play, in the browser of this machine
              pet doctor                  is everything there, and if not, what helps
              pet content check           is the content complete, licensed, and light enough
              pet content add FOLDER      play a folder of questions of your own, too
              pet export alice            all that is kept of an account, as JSON
              pet accounts delete alice   delete an account with all it holds
              pet backup pet.backup       copy the database, while the game runs or not
              pet restore pet.backup      put a copy back
              pet statistics              what is told of all players who agree

            All data stay on this machine, in one folder: --data, else $XDG_DATA_HOME/pet, else
            ~/.local/share/pet.

            EXIT CODES
            \(ExitCodes.help)
            """,
        version: String(cString: facialfun_version()),
        subcommands: [
            ServeCommand.self, DoctorCommand.self, ContentCommand.self, AccountsCommand.self,
            ExportCommand.self, BackupCommand.self, RestoreCommand.self,
            StatisticsCommand.self, RetentionCommand.self, AccountsCommand.Delete.self,
            SimulateCommand.self,
        ])
}
