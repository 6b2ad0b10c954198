import Foundation
import Testing
import TrainerRules
import TrainerSimulation

/// The needs of simulated learners, as `docs/learning.md` reports them.
@Suite("The report of simulated learners")
struct LearningReportTests {
    private static let sittings: [Learner.Kind: Int] = [
        .fast: 60, .slow: 120, .guessing: 60, .forgetting: 130, .confusing: 90,
    ]

    private static func row(_ simulation: Simulation) -> String {
        let passed = (1...5).map { simulation.passed[$0].map(String.init) ?? "–" }
        let probes = simulation.probes
        return "| \(simulation.learner.kind.rawValue) | \(simulation.sitting) | "
            + "\(simulation.questions) | \(passed.joined(separator: ", ")) | "
            + "\(simulation.mastered) of 32 | \(probes.right) of \(probes.asked) | "
            + "\(simulation.longestWait) | \(simulation.repeated.times) and "
            + "\(simulation.repeated.persons) of \(simulation.repeated.of) | \(simulation.endedWell) of \(simulation.sitting) |"
    }

    private static func reviewRow(_ simulation: Simulation) -> String {
        let cells = Mastery.reviewDays.map { planned -> String in
            let gaps = (simulation.reviews[planned] ?? []).sorted()
            guard !gaps.isEmpty else { return "–" }
            return "\(gaps.count): \(gaps[gaps.count / 2]) (\(gaps[gaps.count * 19 / 20]))"
        }
        return "| \(simulation.learner.kind.rawValue) | \(cells.joined(separator: " | ")) |"
    }

    @Test(
        "The report of simulated learners lists what each learner needs, and is written to PET_LEARNING_REPORT if set"
    )
    func report() throws {
        var simulations: [Simulation] = []
        for kind in Learner.Kind.allCases {
            var simulation = Simulation(kind, seed: 7)
            while simulation.sitting < Self.sittings[kind] ?? 0 { simulation.playSitting() }
            simulations.append(simulation)
            for (planned, gaps) in simulation.reviews {
                #expect(gaps.allSatisfy { $0 >= planned })
            }
            // Repetitions are allowed only if no order of the drawn questions avoids them.
            #expect(simulation.repeated.times * 100 <= simulation.repeated.of)
            #expect(simulation.repeated.persons * 100 <= simulation.repeated.of)
            // A learner with probes meets all four people of the probes, each for the first time.
            #expect(simulation.probes.asked < 8 || simulation.strangers == 4)
            if kind == .guessing {
                #expect(simulation.mastered == 0 && simulation.passed.isEmpty)
            } else {
                #expect(simulation.passed.count == 5)
                #expect(simulation.reviews[1]?.isEmpty == false)
            }
        }
        var lines = [
            "# Needs of simulated learners", "",
            "Written by `PET_LEARNING_REPORT=docs/learning.md swift test --filter "
                + "LearningReportTests`, seed 7; `Sources/TrainerSimulation` defines the learners. "
                + "Each plays by the game's own rules at the advised level: a sitting of 15 "
                + "minutes a day, with two days of rest after five. They are simple models of "
                + "children, so the figures show the effect of the rules, not what a child learns.",
            "",
            "| learner | sittings | questions | questions until levels 1 to 5 were passed | "
                + "mastered at the end | probes right | longest wait for an emotion that is not "
                + "mastered, rounds | same emotion, same person twice in a row "
                + "| sittings that ended well |",
            "|---|---|---|---|---|---|---|---|---|",
        ]
        lines += simulations.map(Self.row)
        lines += [
            "",
            "A level is passed when seven tenths of its emotions are mastered. A guessing learner "
                + "masters nothing, stays at level 1 with help, and loses nothing.", "",
            "## Reviews of mastered emotions", "",
            "Number of reviews planned after 1, 3, 7 and 21 days, and the days that passed: the "
                + "median, with the 95th percentile in parentheses. Reviews are never early; days "
                + "of rest and reviews of other levels delay them.", "",
            "| learner | 1 day | 3 days | 7 days | 21 days |", "|---|---|---|---|---|",
        ]
        lines += simulations.map(Self.reviewRow)
        let text = lines.joined(separator: "\n") + "\n"
        if let path = ProcessInfo.processInfo.environment["PET_LEARNING_REPORT"] {
            try Data(text.utf8).write(to: URL(filePath: path))
        }
    }
}
