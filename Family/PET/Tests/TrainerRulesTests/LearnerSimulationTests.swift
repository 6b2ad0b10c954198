import FacialFunWire
import Foundation
import Testing
import TrainerRules
import TrainerSimulation

@Suite("Simulated learners")
struct LearnerSimulationTests {
    private func report(_ simulation: Simulation) {
        let passed = (1...5).map { simulation.passed[$0].map(String.init) ?? "–" }
        let probes = simulation.probes
        print(
            "\(simulation.learner.kind.rawValue): \(simulation.sitting) sittings, "
                + "\(simulation.questions) questions in \(simulation.roundsEnded) rounds; "
                + "mastered \(simulation.mastered) of 32; levels passed after "
                + passed.joined(separator: ", ") + " questions; probes right "
                + "\(probes.right)/\(probes.asked); longest wait \(simulation.longestWait) rounds; "
                + "ended well \(simulation.endedWell)")
    }

    @Test(
        "Simulated learners pass every level, and no unmastered skill waits long",
        arguments: [
            (Learner.Kind.fast, 30), (.slow, 90), (.forgetting, 130), (.confusing, 45),
        ])
    func allLearnersPass(kind: Learner.Kind, sittings: Int) {
        var simulation = Simulation(kind, seed: 7)
        // A single day says little about a learner who forgets, so this is the mean of the last
        // twenty sittings.
        var lately: [Int] = []
        while simulation.sitting < sittings {
            simulation.playSitting()
            if simulation.sitting > sittings - 20 { lately.append(simulation.mastered) }
        }
        report(simulation)
        #expect(simulation.passed.count == 5)
        #expect(simulation.longestWait <= 12)
        let mean = lately.reduce(0, +) / max(1, lately.count)
        #expect(mean >= (kind == .forgetting ? 15 : 20), "\(lately)")
    }

    @Test(
        "Simulated learners master nothing by guessing and get help",
        arguments: 0..<4 as Range<UInt64>)
    func guessersMasterNothing(seed: UInt64) {
        var simulation = Simulation(.guessing, seed: seed)
        while simulation.sitting < 40 {
            simulation.playSitting()
            #expect(simulation.mastered == 0)
        }
        report(simulation)
        #expect(simulation.passed.isEmpty && simulation.advised == 1)
        #expect(simulation.history.skills.values.contains { $0.help.degree > .none })
    }

    @Test("Simulated learners master nothing by guessing for years")
    func guessersMasterNothingInYears() {
        // Only the rule of mastery: sittings of 5 to 14 answers, one third of them right.
        var generator = SeededGenerator(seed: 3)
        var mastered = 0
        for _ in 0..<1_000 {
            let tallies = (0..<400).map { sitting in
                let asked = 5 + generator.below(10)
                let right = (0..<asked).count { _ in generator.below(3) == 0 }
                return SittingTally(
                    day: Day(sitting), sitting: sitting, asked: asked, firstRight: right)
            }
            if Mastery(tallies).firstMastered != nil { mastered += 1 }
        }
        print("guessing: \(mastered) of 1,000 skills mastered within 400 sittings")
        #expect(mastered == 0)
    }

    @Test("Simulated learners master a skill within a few sittings if they know 19 of 20 answers")
    func knowingLearnersMaster() {
        var generator = SeededGenerator(seed: 4)
        var needed: [Int] = []
        for _ in 0..<500 {
            var tallies: [SittingTally] = []
            while Mastery(tallies).firstMastered == nil, tallies.count < 100 {
                let right = (0..<6).count { _ in generator.below(20) > 0 }
                tallies.append(
                    SittingTally(
                        day: Day(tallies.count), sitting: tallies.count, asked: 6,
                        firstRight: right))
            }
            needed.append(tallies.count)
        }
        needed.sort()
        print("knowing 95 %: \(needed[250]) sittings at the median, \(needed[475]) at 95 of 100")
        #expect(needed[250] <= 6 && needed[475] <= 20)
    }
}
