import FacialFunWire
import Foundation
import TrainerRules
import TrainerSimulation

/// A bank like the game's: 32 questions for each level, a fifth of levels 3 and 4 reserved as
/// probes.
extension Sample {
    static func emotions(at level: Int) -> [Emotion] {
        level == 1 ? Array(emotions.prefix(4)) : emotions
    }

    static let bank: [Question] = (1...5).flatMap { level in
        let emotions = emotions(at: level)
        let answers = [3, 3, 4, 4, 5][level - 1]
        return (0..<32).map { index in
            let emotion = emotions[index % emotions.count]
            let probe = (3...4).contains(level) && index % 5 == 4
            let others = emotions.filter { $0 != emotion }
            let wrong = (0..<answers - 1).map {
                others[(index / emotions.count + $0 * 2) % others.count]
            }
            var offered = [emotion]
            for other in wrong + others where offered.count < answers && !offered.contains(other) {
                offered.append(other)
            }
            return Question(
                id: "l\(level)-\(emotion.rawValue)-\(index)", level: level, emotion: emotion,
                form: level < 3 ? .cartoon : level < 5 ? .person : .situation,
                person: probe ? "unseen-\(index % 4)" : "person-\(index * 7 % 12)", probe: probe,
                picture: "q.png",
                answers: offered.map { .init(id: $0.rawValue, emotion: $0) },
                right: emotion.rawValue)
        }
    }
}

/// A simulated learner who plays one sitting after another by the game's rules.
struct Simulation {
    var learner: Learner
    var history = PlayHistory(today: Day(20_000))
    var sitting = 0
    var questions = 0
    /// The number of questions asked until each level was passed.
    var passed: [Int: Int] = [:]
    var rows: [Skill: EmotionDay] = [:]
    var probes = (asked: 0, right: 0)
    /// The longest wait for a skill of the recommended level that is not mastered, in rounds.
    var longestWait = 0
    private var waits: [Skill: Int] = [:]
    private(set) var roundsEnded = 0
    private(set) var endedWell = 0
    var advised = 1
    /// The actual days until a review, by the planned days.
    private(set) var reviews: [Int: [Int]] = [:]
    /// Numbers of questions: with the same emotion as the previous one, with the same person, and
    /// all that have a previous one.
    private(set) var repeated = (times: 0, persons: 0, of: 0)
    /// The number of probes with a person shown for the first time.
    private(set) var strangers = 0
    private var met: Set<String> = []

    init(_ kind: Learner.Kind, seed: UInt64) {
        learner = Learner(kind, seed: seed)
    }

    var mastered: Int {
        history.skills.values.count { Mastery($0.tallies).isMastered }
    }

    /// Plays a sitting of 15 minutes.
    ///
    /// The next one is on the following day, or three days later after every fifth.
    mutating func playSitting() {
        var time = Sitting(length: .fifteenMinutes)
        history.last = nil
        advised = LevelAdvice.level(bank: Sample.bank, history: history) ?? 1
        var last: Round?
        while case let length = time.nextRound(questionMilliseconds: 14_000), length > 0 {
            let plan = RoundPlanner().plan(
                level: .standard(advised), bank: Sample.bank, history: history, length: length,
                seed: learner.generator.next())
            let (round, milliseconds) = play(plan)
            time.playedMilliseconds += milliseconds
            time.rounds += 1
            last = round
        }
        if let round = last, Sitting.wantsClosing(after: round) {
            last =
                play(
                    RoundPlanner().planClosing(
                        level: .standard(advised), bank: Sample.bank, history: history,
                        seed: learner.generator.next())
                ).round
        }
        if last?.setAside == 0 { endedWell += 1 }
        sitting += 1
        history.today = history.today + (sitting % 5 == 0 ? 3 : 1)
        let now = LevelAdvice.level(bank: Sample.bank, history: history) ?? 1
        for level in 1..<max(1, now) where passed[level] == nil { passed[level] = questions }
        if passed[5] == nil, isPassed(5) { passed[5] = questions }
    }

    private func isPassed(_ level: Int) -> Bool {
        let all = Sample.emotions(at: level)
        let known = all.count { history.mastery(of: Skill($0, at: .standard(level))).isMastered }
        return known * 10 >= all.count * 7
    }

    private mutating func play(_ plan: RoundPlan) -> (round: Round, milliseconds: Int) {
        var round = Round(
            id: UUID(), level: .standard(advised), plan: plan, seed: learner.generator.next())
        let people = Dictionary(plan.questions.map { ($0.id, $0.person) }) { first, _ in first }
        questions += round.total
        noteWaits(plan)
        noteReviews(plan)
        notePeople(plan)
        var milliseconds = 0
        while let item = round.current {
            let skill = round.skill(of: item)
            let event = RoundEvent(
                id: UUID(), question: item.id, presentation: round.presentation,
                action: learner.choose(in: round, on: history.today),
                elapsedMilliseconds: 4_000 + learner.generator.below(4_000))
            let before = round
            let outcome = round.apply(event)
            milliseconds += round.presentation == before.presentation ? 5_000 : 12_000
            let known = rows[skill]
            var row =
                known ?? EmotionDay(day: history.today, emotion: skill.emotion, level: skill.level)
            row.count(event, outcome: outcome, of: item, in: before)
            rows[skill] = row
            if item.probe, !before.currentWasAnswered, case .answer = event.action {
                probes.asked += 1
                if outcome == .right { probes.right += 1 }
            }
            history.record(event, outcome: outcome, of: item, in: before, sitting: sitting)
            history.last = .init(emotion: item.emotion, person: people[item.id] ?? nil)
            if outcome == .right || outcome == .revealed {
                learner.learn(skill, on: history.today)
            }
        }
        roundsEnded += 1
        return (round, milliseconds)
    }

    private mutating func noteReviews(_ plan: RoundPlan) {
        var noted: Set<Skill> = []
        for question in plan.questions {
            let skill = Skill(question.emotion, at: .standard(question.level))
            guard noted.insert(skill).inserted,
                case .mastered(let review) = history.mastery(of: skill).state,
                review.due <= history.today
            else { continue }
            reviews[Mastery.reviewDays[review.step], default: []].append(
                history.today - review.last)
        }
        for (before, after) in zip(plan.questions, plan.questions.dropFirst()) {
            repeated.of += 1
            if before.emotion == after.emotion { repeated.times += 1 }
            if before.person != nil, before.person == after.person { repeated.persons += 1 }
        }
    }

    private mutating func notePeople(_ plan: RoundPlan) {
        for question in plan.questions {
            guard let person = question.person, met.insert(person).inserted else { continue }
            if question.probe { strangers += 1 }
        }
    }

    private mutating func noteWaits(_ plan: RoundPlan) {
        for emotion in Sample.emotions(at: advised) {
            let skill = Skill(emotion, at: .standard(advised))
            let isAsked = plan.questions.contains {
                $0.emotion == emotion && $0.level == advised
            }
            if isAsked || history.mastery(of: skill).isMastered {
                waits[skill] = 0
            } else {
                waits[skill, default: 0] += 1
                longestWait = max(longestWait, waits[skill] ?? 0)
            }
        }
    }
}
