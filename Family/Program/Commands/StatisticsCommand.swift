import ArgumentParser
import Foundation
import TrainerRules
import TrainerStore

/// What is told of all players who agree: the portal, from the command line.
struct StatisticsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statistics",
        abstract: "Print the statistics of all players who agree, or make them anew.",
        discussion: """
            What is printed is what the page /statistics tells: no figure about fewer than ten \
            players. An edition is made each Monday while `facialfun-family serve` runs.
            """,
        subcommands: [Show.self, Publish.self, Rebuild.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print an edition.")

        @OptionGroup var data: DataOptions

        @Option(help: ArgumentHelp("The edition; the latest without it.", valueName: "number"))
        var edition: Int?

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let found =
                    if let edition { try await store.portalEdition(edition) } else {
                        try await store.portalEdition()
                    }
                try store.close()
                guard let found else {
                    throw Failure(
                        "There is no such edition. `facialfun-family statistics publish` makes the next one."
                    )
                }
                Terminal.say("edition \(found.number) of \(found.day)")
                for table in PortalTable.all { print(table, of: found) }
                Terminal.say("\(found.withheld.count) cells are not told.")
            }
        }

        private func print(_ table: PortalTable, of edition: PortalEdition) {
            let rows = PortalTable.rows(table).compactMap { values in
                edition.figures(table, values).map { (values.joined(separator: " "), $0) }
            }
            guard !rows.isEmpty else { return }
            Terminal.say("\n\(table.name): right on the first try, later, of questions, players")
            for (name, figures) in rows {
                Terminal.say(
                    "  \(name.padding(toLength: 24, withPad: " ", startingAt: 0)) "
                        + "\(figures.firstRight) %  \(figures.laterRight) %  "
                        + "\(figures.answers)  \(figures.players)")
            }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish", abstract: "Make the next edition now, whatever the day.")

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let edition = try await store.publishPortal()
                try store.close()
                Terminal.say(
                    "Edition \(edition.number) tells \(edition.figures.count) figures; "
                        + "\(edition.withheld.count) are not told.")
            }
        }
    }

    struct Rebuild: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rebuild",
            abstract: "Count every answer again, while the game runs or not.",
            discussion: """
                The sums are kept with each answer; this holds them against all answers that are \
                stored, and mends what differs. It ends with exit code 1 where something did.
                """)

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let result = try await store.rebuildPortal()
                try store.close()
                Terminal.say(
                    "\(result.players) players were counted again; \(result.differing) had other "
                        + "sums than their answers.")
                guard result.differing == 0 else { throw ExitCodes.findings }
            }
        }
    }
}
