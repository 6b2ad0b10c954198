import FacialFunWire
import Foundation
import Testing
import TrainerRules

/// The history of a player who mastered or answered some skills.
private func history(
    mastered: [Skill] = [], weak: [Skill] = [], on day: Int = 10, today: Int = 10
) -> PlayHistory {
    var history = PlayHistory(today: Day(today))
    for skill in mastered {
        history.skills[skill] = .init(
            tallies: (0..<3).map {
                SittingTally(day: Day(day - 2 + $0), sitting: $0, asked: 6, firstRight: 6)
            })
    }
    for skill in weak {
        history.skills[skill] = .init(
            tallies: [SittingTally(day: Day(day), sitting: 0, asked: 10, firstRight: 1)])
    }
    return history
}

private func plan(
    _ level: PlayedLevel, _ history: PlayHistory, of bank: [Question] = Sample.bank,
    length: Int = 8, seed: UInt64 = 1, planner: RoundPlanner = RoundPlanner()
) -> RoundPlan {
    planner.plan(level: level, bank: bank, history: history, length: length, seed: seed)
}

/// The number of times a sequence repeats an emotion or a person.
private func repetitions(_ questions: [Question], after last: PlayHistory.Last? = nil) -> Int {
    let all = [last] + questions.map { .init(emotion: $0.emotion, person: $0.person) }
    return zip(all, all.dropFirst()).map { left, right in
        guard let left, let right else { return 0 }
        return (left.emotion == right.emotion ? 1 : 0)
            + (left.person != nil && left.person == right.person ? 1 : 0)
    }.reduce(0, +)
}

private func permutations<Value>(_ values: [Value]) -> [[Value]] {
    guard values.count > 1 else { return [values] }
    return values.indices.flatMap { index in
        var rest = values
        let value = rest.remove(at: index)
        return permutations(rest).map { [value] + $0 }
    }
}

@Suite("A round plan")
struct RoundPlannerTests {
    let new = PlayHistory(today: Day(10))

    @Test("A round plan has eight different questions of the level", arguments: 1...5)
    func eightQuestionsOfTheLevel(level: Int) {
        for seed in 0..<30 as Range<UInt64> {
            let questions = plan(.standard(level), new, seed: seed).questions
            #expect(questions.count == 8 && Set(questions.map(\.id)).count == 8)
            #expect(questions.allSatisfy { $0.level == level && !$0.probe })
            #expect(questions.allSatisfy { Sample.bank.contains($0) })
        }
    }

    @Test("A round plan depends only on the seed")
    func seed() {
        #expect(plan(.standard(3), new, seed: 5) == plan(.standard(3), new, seed: 5))
        let different = Set((0..<20).map { plan(.standard(3), new, seed: $0) })
        #expect(different.count > 15)
    }

    @Test(
        "A round plan repeats no person or emotion in a row, including the question before the round"
    )
    func noRepetition() {
        for seed in 0..<120 as Range<UInt64> {
            var played = history(weak: [Skill(.fear, at: .standard(2))])
            played.last = .init(emotion: .fear, person: "person-3")
            for level in 1...5 {
                let questions = plan(.standard(level), played, seed: seed).questions
                #expect(repetitions(questions, after: played.last) == 0)
            }
        }
    }

    @Test(
        "A round plan has as few repetitions as the bank allows", arguments: 0..<60 as Range<UInt64>
    )
    func repetitionsAreMinimal(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bank = (0..<1 + generator.below(6)).map { index in
            Sample.question(
                "q\(index)", emotion: Sample.emotions[generator.below(2)],
                person: generator.below(4) == 0 ? nil : "p\(generator.below(2))")
        }
        let questions = plan(.standard(1), new, of: bank, seed: seed).questions
        #expect(Set(questions.map(\.id)) == Set(bank.map(\.id)))
        let fewest = permutations(bank).map { repetitions($0) }.min() ?? 0
        #expect(repetitions(questions) == fewest)
    }

    @Test("A round plan prefers new questions")
    func unseenFirst() {
        var played = new
        var seen: Set<Question.ID> = []
        let ordinary = Sample.bank.filter { $0.level == 1 }
        for round in 0..<4 as Range<UInt64> {
            for question in plan(.standard(1), played, seed: round).questions {
                let fresh = ordinary.filter {
                    $0.emotion == question.emotion && !seen.contains($0.id)
                }
                #expect(fresh.isEmpty || !seen.contains(question.id))
                played.questions[question.id] = .init(asked: 1, firstRight: 1, lastAsked: Day(10))
            }
            seen.formUnion(played.questions.keys)
        }
        #expect(seen.count >= 28)
    }

    @Test("A round plan includes weak emotions more often than well-known ones")
    func weakEmotionsAreFrequent() {
        let weak = Skill(.anger, at: .standard(1))
        let known = Skill(.happiness, at: .standard(1))
        let played = history(mastered: [known], weak: [weak])
        var asked: [Emotion: Int] = [:]
        for seed in 0..<200 as Range<UInt64> {
            for question in plan(.standard(1), played, seed: seed).questions {
                asked[question.emotion, default: 0] += 1
            }
        }
        let often = asked[.anger] ?? 0
        #expect(often > 2 * (asked[.happiness] ?? 0), "\(asked)")
        #expect(often > (asked[.sadness] ?? 0), "\(asked)")
        #expect(asked[.happiness] ?? 0 > 0, "what is mastered is not forgotten: \(asked)")
    }

    @Test("A round plan prefers weak and long unseen questions of an emotion")
    func weakQuestions() {
        let bank = Sample.bank.filter { $0.level == 1 && $0.emotion == .anger }
        var played = new
        for question in bank {
            played.questions[question.id] = .init(asked: 8, firstRight: 8, lastAsked: Day(9))
        }
        played.questions[bank[0].id] = .init(asked: 8, firstRight: 0, lastAsked: Day(9))
        played.questions[bank[1].id] = .init(asked: 8, firstRight: 8, lastAsked: Day(1))
        var asked: [Question.ID: Int] = [:]
        for seed in 0..<300 as Range<UInt64> {
            for question in plan(.standard(1), played, of: bank, length: 1, seed: seed).questions {
                asked[question.id, default: 0] += 1
            }
        }
        let others = bank.dropFirst(2).map { asked[$0.id] ?? 0 }.max() ?? 0
        #expect(asked[bank[0].id] ?? 0 > others && asked[bank[1].id] ?? 0 > others, "\(asked)")
    }

    @Test("A round plan withholds probes until their emotion is mastered, then includes one")
    func probes() {
        let skill = Skill(.fear, at: .standard(3))
        for seed in 0..<40 as Range<UInt64> {
            #expect(plan(.standard(3), new, seed: seed).questions.allSatisfy { !$0.probe })
            let other = history(mastered: [Skill(.fear, at: .standard(4))])
            #expect(plan(.standard(3), other, seed: seed).questions.allSatisfy { !$0.probe })
            let probes = plan(.standard(3), history(mastered: [skill]), seed: seed).questions
                .filter(\.probe)
            #expect(probes.map(\.emotion) == [.fear])
        }
    }

    @Test("A round plan uses people unknown to the player for probes as long as possible")
    func unseenPeople() {
        let skill = Skill(.fear, at: .standard(3))
        let ordinary = Sample.bank.filter { $0.level == 3 && !$0.probe }
        let probes = (0..<9).map { number in
            Sample.question(
                "probe-\(number)", emotion: .fear, level: 3, person: "unseen-\(number % 3)",
                probe: true)
        }
        for seed in 0..<20 as Range<UInt64> {
            var played = history(mastered: [skill])
            var met: [String] = []
            for turn in 0..<9 as Range<UInt64> {
                let asked = plan(
                    .standard(3), played, of: ordinary + probes, seed: seed * 100 + turn
                ).questions.filter { $0.probe }
                #expect(asked.count == 1)
                for probe in asked {
                    met.append(probe.person ?? "")
                    let before = played.questions[probe.id]?.asked ?? 0
                    played.questions[probe.id] = .init(
                        asked: before + 1, firstRight: 0, lastAsked: Day(10))
                }
            }
            #expect(Set(met.prefix(3)).count == 3, "\(met)")
            #expect(Set(played.questions.keys) == Set(probes.map(\.id)))
        }
    }

    @Test(
        "A round plan includes due reviews immediately, with at most two questions of lower levels")
    func reviews() {
        let lower = Sample.emotions(at: 1).map { Skill($0, at: .standard(1)) }
        for seed in 0..<40 as Range<UInt64> {
            let due = history(mastered: lower, on: 8, today: 10)
            let questions = plan(.standard(2), due, seed: seed).questions
            #expect(questions.count { $0.level == 1 } == 2 && questions.count == 8)
            let early = history(mastered: lower, on: 10, today: 10)
            #expect(plan(.standard(2), early, seed: seed).questions.allSatisfy { $0.level == 2 })
            let none = RoundPlanner(reviewsOfLowerLevels: 0)
            #expect(
                plan(.standard(2), due, seed: seed, planner: none).questions
                    .allSatisfy { $0.level == 2 })
            let own = history(mastered: [Skill(.disgust, at: .standard(2))], on: 8, today: 10)
            #expect(
                plan(.standard(2), own, seed: seed).questions.contains { $0.emotion == .disgust })
        }
    }

    @Test("A round plan omits excluded emotions, also as answers")
    func excluded() {
        let planner = RoundPlanner(excluded: [.fear, .disgust])
        for seed in 0..<20 as Range<UInt64> {
            for level in [2, 5] {
                let questions = plan(.standard(level), new, seed: seed, planner: planner).questions
                #expect(questions.count == 8)
                for question in questions {
                    #expect(![.fear, .disgust].contains(question.emotion))
                    #expect(question.answers.count >= 3)
                    #expect(question.answers.contains { $0.id == question.right })
                    #expect(
                        question.answers.allSatisfy { ![.fear, .disgust].contains($0.emotion) })
                }
            }
        }
        let all = RoundPlanner(excluded: Set(Emotion.allCases))
        #expect(plan(.standard(1), new, planner: all).questions.isEmpty)
    }

    @Test("A round plan offers the tip after mistakes, then also fewer of the confused answers")
    func help() {
        let skill = Skill(.fear, at: .standard(5))
        var played = new
        played.skills[skill] = .init(help: Help(afterFirstAnswers: [false, false]))
        let tipped = plan(.standard(5), played)
        let asked = tipped.questions.filter { $0.emotion == .fear }
        #expect(!asked.isEmpty && tipped.tipped == Set(asked.map(\.id)) && tipped.helped.isEmpty)
        played.skills[skill] = .init(
            help: Help(afterFirstAnswers: [false, false, false, false]),
            confusions: [.surprise: 5, .neutral: 2])
        for seed in 0..<10 as Range<UInt64> {
            let helped = plan(.standard(5), played, seed: seed)
            for question in helped.questions where question.emotion == .fear {
                #expect(helped.helped.contains(question.id) && question.answers.count == 3)
                #expect(question.answers.contains { $0.id == question.right })
                #expect(!question.answers.contains { $0.emotion == .surprise })
            }
            #expect(
                helped.questions.filter { $0.emotion != .fear }.allSatisfy {
                    $0.answers.count == 5
                })
            let round = Round(id: UUID(), level: .standard(5), plan: helped, seed: seed)
            let items = ([round.current].compactMap(\.self) + round.upcoming(8))
            #expect(items.allSatisfy { $0.helped == ($0.emotion == .fear) })
        }
        let atLevel1 = Skill(.anger, at: .standard(1))
        played.skills[atLevel1] = played.skills[skill]
        let pairs = plan(.standard(1), played).questions.filter { $0.emotion == .anger }
        #expect(!pairs.isEmpty && pairs.allSatisfy { $0.answers.count == 2 })
    }

    @Test("A round plan ends with an easy question, and so does the sitting")
    func easyLastQuestion() {
        let known = Skill(.sadness, at: .standard(1))
        let weak = [Emotion.happiness, .anger, .surprise].map { Skill($0, at: .standard(1)) }
        let played = history(mastered: [known], weak: weak, on: 8)
        for seed in 0..<20 as Range<UInt64> {
            #expect(plan(.standard(1), played, seed: seed).questions.last?.emotion == .sadness)
            let closing = RoundPlanner().planClosing(
                level: .standard(1), bank: Sample.bank, history: played, seed: seed)
            #expect(closing.questions.map(\.emotion) == [.sadness])
        }
        let nothing = RoundPlanner().planClosing(
            level: .standard(1), bank: [], history: played, seed: 0)
        #expect(nothing.questions.isEmpty)
    }

    @Test("A round plan uses all questions of a small bank, none of an empty one")
    func smallBanks() {
        #expect(plan(.standard(1), new, of: []).questions.isEmpty)
        #expect(plan(.questionBank, new, of: []).questions.isEmpty)
        let two = Sample.questions(2)
        #expect(Set(plan(.standard(1), new, of: two + two).questions) == Set(two))
        #expect(plan(.standard(1), new, length: 0).questions.count == 1)
        #expect(plan(.standard(1), new, length: 99).questions.count == 12)
    }

    @Test("A round plan uses a player's own questions for the question bank only")
    func ownQuestions() {
        var own = Sample.questions(3)
        for index in own.indices {
            own[index].form = .own
            own[index].id = "bank-\(index)"
        }
        #expect(plan(.questionBank, new, of: own).questions.count == 3)
        #expect(
            plan(.questionBank, new, of: own + Sample.questions(2, level: 4)).questions.count == 5)
        #expect(plan(.standard(1), new, of: own).questions.isEmpty)
    }

    @Test(
        "A round plan of the question bank has at least half own questions",
        arguments: [1, 3, 4, 6, 20])
    func mixed(count: Int) {
        let own = Sample.questions(count).enumerated().map { index, question in
            var question = question
            question.form = .own
            question.id = "bank-\(index)"
            return question
        }
        let standard = Sample.questions(32) + Sample.questions(32, level: 2)
        let questions = plan(.questionBank, new, of: own + standard).questions
        #expect(questions.count == RoundPlanner.length)
        let asked = questions.count { $0.form == .own }
        #expect(asked >= min(count, RoundPlanner.length / 2))
        #expect(count < 6 || asked < RoundPlanner.length)
    }

    @Test("A round plan of the question bank has no built-in probe")
    func noProbes() {
        let own = Sample.question("bank-1")
        let probe = Sample.question("l1-happiness-90", probe: true)
        let mastered = history(mastered: [Skill(.happiness, at: .standard(1))])
        var first = own
        first.form = .own
        #expect(plan(.questionBank, mastered, of: [first, probe]).questions == [first])
    }
}

@Suite("The recommended level")
struct LevelAdviceTests {
    @Test("The recommended level is the lowest with less than 70 % mastered")
    func lowest() {
        let bank = Sample.bank
        let first = Sample.emotions(at: 1).map { Skill($0, at: .standard(1)) }
        #expect(LevelAdvice.level(bank: bank, history: PlayHistory(today: Day(1))) == 1)
        #expect(
            LevelAdvice.level(bank: bank, history: history(mastered: Array(first.prefix(2)))) == 1)
        #expect(
            LevelAdvice.level(bank: bank, history: history(mastered: Array(first.prefix(3)))) == 2)
    }

    @Test("The recommended level does not wait for one confused pair or for excluded emotions")
    func pair() {
        let all = (1...2).flatMap { level in
            Sample.emotions(at: level).filter { $0 != .fear && $0 != .surprise }
                .map { Skill($0, at: .standard(level)) }
        }
        #expect(LevelAdvice.level(bank: Sample.bank, history: history(mastered: all)) == 3)
        let without = LevelAdvice.level(
            bank: Sample.bank, history: history(mastered: all.filter { $0.emotion != .anger }),
            excluded: [.fear, .surprise, .anger])
        #expect(without == 3)
    }

    @Test("The recommended level is the highest if all is mastered, and absent without questions")
    func ends() {
        let all = (1...5).flatMap { level in
            Sample.emotions(at: level).map { Skill($0, at: .standard(level)) }
        }
        #expect(LevelAdvice.level(bank: Sample.bank, history: history(mastered: all)) == 5)
        #expect(LevelAdvice.level(bank: [], history: history()) == nil)
    }
}
