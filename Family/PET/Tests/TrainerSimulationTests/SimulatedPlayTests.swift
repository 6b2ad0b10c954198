import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import Testing
import TrainerContent
import TrainerRules
import TrainerSimulation
import TrainerStore

/// Simulated children play with a real database; the advice on the family's page must fit them.
struct SimulatedPlayTests {
    private static let emotions: [Emotion] = [.happiness, .sadness, .anger, .surprise, .fear]

    private static let bank: [Question] = (1...5).flatMap { level in
        (0..<30).map { index in
            let emotion = emotions[index % emotions.count]
            // The two emotions that the child confuses are offered together.
            let others = emotions.filter { $0 != emotion }.suffix(3)
            return Question(
                id: "l\(level)-\(emotion.rawValue)-\(index)", level: level, emotion: emotion,
                form: level < 3 ? .cartoon : .person, picture: "p.svg",
                answers: ([emotion] + others).map { .init(id: $0.rawValue, emotion: $0) },
                right: emotion.rawValue)
        }
    }

    private func review(
        _ kind: Learner.Kind, confused: Set<Emotion> = [.fear, .surprise],
        bank: [Question] = Self.bank, sittings: Int
    ) async throws -> FamilyReview {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-simulated-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = SimulatedClock(Date(timeIntervalSince1970: 1_800_000_000))
        var options = TrainerStore.Options()
        options.now = { clock.now }
        let store = try TrainerStore(folder: folder, options: options)
        let account = try await store.createAccount(
            NewAccount(
                username: "ada", email: "ada@example.org", passwordHash: "x",
                child: NewPlayer(name: "Ada", birthYear: 2017), termsVersion: "1",
                agreesToStatistics: false))
        let player = try #require(account.players.first).id
        var play = SimulatedPlay(
            store: store, clock: clock, bank: bank, kind: kind, confused: confused, seed: 5)
        try await play.play(sittings: sittings, player: player, account: account.id)
        let review = try await store.familyReview(player: player, account: account.id)
        #expect(try await store.check().isEmpty)
        try store.close()
        return review
    }

    @Test func childThatConfusesTwoEmotionsGetsAdviceAboutThem() async throws {
        let review = try await review(.confusing, sittings: 6)
        let advice = FamilyAdvice(
            emotionDays: review.rollUps.emotionDays, confusions: review.recentConfusions,
            faceDays: review.faceDays, today: review.today)
        guard case .mixedUp(let shown, let chosen, _, _) = advice.finding else {
            Issue.record("\(advice.finding)")
            return
        }
        #expect(Set([shown, chosen]) == [.fear, .surprise])
        #expect(!review.faceDays.isEmpty && !review.bestScores.isEmpty)
        #expect(review.rollUps.sittings.count == 6)
        #expect(review.rollUps.sittings.allSatisfy { $0.milliseconds > 5 * 60_000 })
    }

    @Test func fastLearnerMastersASkill() async throws {
        let review = try await review(.fast, sittings: 10)
        let mastered = review.mastery.values.filter(\.isMastered)
        #expect(!mastered.isEmpty)
        let mixed = ConfusionGrid(review.recentConfusions).frequent
        #expect(mixed.isEmpty)
    }

    @Test(arguments: [Learner.Kind.fast, .slow, .forgetting])
    func childWithoutConfusionsGetsNoAdviceAboutThem(kind: Learner.Kind) async throws {
        let shipped = try Content(folder: Self.contentFolder).questions
        let review = try await review(kind, bank: shipped, sittings: 10)
        let advice = FamilyAdvice(
            emotionDays: review.rollUps.emotionDays, confusions: review.recentConfusions,
            faceDays: review.faceDays, today: review.today)
        if case .mixedUp = advice.finding { Issue.record("\(kind): \(advice.finding)") }
    }

    /// Two weeks of play with sittings on ten days, with the built-in questions.
    @Test(
        arguments: [[.fear, .surprise], [.anger, .disgust], [.neutral, .sadness]]
            as [Set<Emotion>])
    func confusionOfASimilarPairIsNamedWithinTwoWeeks(pair: Set<Emotion>) async throws {
        let shipped = try Content(folder: Self.contentFolder).questions
        let review = try await review(.confusing, confused: pair, bank: shipped, sittings: 10)
        let advice = FamilyAdvice(
            emotionDays: review.rollUps.emotionDays, confusions: review.recentConfusions,
            faceDays: review.faceDays, today: review.today)
        guard case .mixedUp(let shown, let chosen, _, _) = advice.finding else {
            Issue.record("\(pair): \(advice.finding)")
            return
        }
        #expect(Set([shown, chosen]) == pair)
    }

    private static let contentFolder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Content").standardizedFileURL
}
