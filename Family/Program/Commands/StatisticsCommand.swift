import ArgumentParser
import FamilyAccounts
import Foundation
import TrainerRules
import TrainerStore

/// Prints the statistics of all players who agreed to share them.
struct StatisticsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "statistics",
        abstract: "Print or recompute the statistics of all players who agreed to share them.",
        discussion: """
            Prints the figures of the page /statistics, which cover at least ten \
            players each. `facialfun-family serve` makes an edition every Monday.
            """,
        subcommands: [Show.self, Publish.self, Rebuild.self], defaultSubcommand: Show.self)

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "Print an edition.")

        @OptionGroup var data: DataOptions

        @Option(help: ArgumentHelp("The edition; default: the latest.", valueName: "number"))
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
                Terminal.printLine("edition \(found.number) of \(found.day)")
                for table in PortalTable.all { print(table, of: found) }
                Terminal.printLine("\(found.withheld.count) cells are withheld.")
            }
        }

        private func print(_ table: PortalTable, of edition: PortalEdition) {
            let rows = PortalTable.rows(table).compactMap { values in
                edition.figures(table, values).map { (values.joined(separator: " "), $0) }
            }
            guard !rows.isEmpty else { return }
            Terminal.printLine(
                "\n\(table.name): right on the first try, later, of questions, players")
            for (name, figures) in rows {
                Terminal.printLine(
                    "  \(name.padding(toLength: 24, withPad: " ", startingAt: 0)) "
                        + "\(figures.firstRight) %  \(figures.laterRight) %  "
                        + "\(figures.answers)  \(figures.players)")
            }
        }
    }

    struct Publish: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish", abstract: "Make the next edition now, on any day.")

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let edition = try await store.publishPortal()
                try store.close()
                Terminal.printLine(
                    "Edition \(edition.number) tells \(edition.figures.count) figures; "
                        + "\(edition.withheld.count) are withheld.")
            }
        }
    }

    struct Rebuild: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "rebuild",
            abstract: "Recount all answers, even while the game runs.",
            discussion: """
                The sums are updated with each answer. This compares them with all answers \
                and corrects differences. If there were any, the exit code is 1.
                """)

        @OptionGroup var data: DataOptions

        func run() async throws {
            try await reporting {
                let store = try data.existingStore()
                let result = try await store.rebuildPortal()
                try store.close()
                Terminal.printLine(
                    "Recounted \(result.players) players; \(result.differing) had "
                        + "sums that differed from their answers.")
                guard result.differing == 0 else { throw ExitCodes.findings }
            }
        }
    }
}
