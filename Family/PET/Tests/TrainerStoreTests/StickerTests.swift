import FacialFunWire
import FamilyAccounts
import Foundation
import GRDB
import Testing
import TrainerRules

@testable import TrainerStore

@Suite("Stickers and the end of a sitting")
struct StickerTests {
    private let house: TestStore

    init() throws { house = try TestStore() }

    private func round(_ emotion: Emotion, count: Int = 5, level: Int = 1) -> Round {
        let others = [Emotion.happiness, .sadness, .anger].filter { $0 != emotion }.prefix(2)
        let questions = (0..<count).map { number in
            Question(
                id: "l\(level)-\(emotion.rawValue)-\(number)", level: level, emotion: emotion,
                form: .cartoon, picture: "p.svg",
                answers: ([emotion] + others).map { .init(id: $0.rawValue, emotion: $0) },
                right: emotion.rawValue)
        }
        return Round(id: UUID(), level: .standard(level), questions: questions, seed: 3)
    }

    /// Begins a sitting and plays a round in it.
    private func play(_ round: Round, of player: PlayerID, right: Bool = true) async throws {
        let now = house.clock.now
        let day = Int(now.timeIntervalSince1970) / 86_400
        try await house.store.pool.write { db in
            _ = try TrainerStore.beginSitting(of: player, day: day, now, db)
        }
        try await playOn(round, of: player, right: right)
        house.clock.advance(by: 86_400)
    }

    private func playOn(_ round: Round, of player: PlayerID, right: Bool) async throws {
        var round = try await house.store.beginRound(round, player: player)
        while let event = right ? round.right() : round.event(.skip) {
            round = try await house.store.apply(event, round: round.id, player: player).round
        }
    }

    @Test("Stickers are awarded once after the third good sitting and stay if the skill is lost")
    func mastered() async throws {
        let player = try await house.player()
        for sitting in 1...3 {
            #expect(try await house.store.stickers(of: player).isEmpty)
            try await play(round(.fear, level: 2), of: player)
            #expect(try await house.store.stickers(of: player).count == (sitting == 3 ? 1 : 0))
        }
        let sticker = try #require(try await house.store.stickers(of: player).first)
        #expect(sticker.level == 2 && sticker.emotion == .fear && !sticker.isShown)
        try await house.store.markShown([sticker], of: player)
        for _ in 0..<3 { try await play(round(.fear, level: 2), of: player, right: false) }
        let later = try await house.store.stickers(of: player)
        #expect(later.count == 1 && later[0].day == sticker.day && later[0].isShown)
        #expect(
            try await !house.store.history(player: player).history
                .mastery(of: Skill(.fear, at: .standard(2))).isMastered)
    }

    @Test("Stickers survive a reset and are deleted with their player")
    func reset() async throws {
        let player = try await house.player()
        for _ in 0..<3 { try await play(round(.anger), of: player) }
        try await house.store.resetProgress(player: player)
        #expect(try await house.store.stickers(of: player).map(\.emotion) == [.anger])
        let other = try await house.player("bea")
        #expect(try await house.store.stickers(of: other).isEmpty)
    }

    @Test("A sitting counts its rounds and needs a closing question if a question was left")
    func closing() async throws {
        let player = try await house.player()
        try await play(round(.anger, count: 3), of: player)
        var sitting = try await house.store.sitting(of: player)
        #expect(sitting.rounds == 1 && !sitting.hasUnansweredQuestion)
        try await playOn(round(.sadness, count: 3), of: player, right: false)
        sitting = try await house.store.sitting(of: player)
        #expect(sitting.rounds == 2 && sitting.hasUnansweredQuestion)
        // A closing question ends the sitting, even if it is not answered right.
        try await playOn(round(.happiness, count: 1), of: player, right: false)
        sitting = try await house.store.sitting(of: player)
        #expect(sitting.rounds == 2 && !sitting.hasUnansweredQuestion)
    }

    @Test("The pace has a default until there are enough answers")
    func pace() async throws {
        let player = try await house.player()
        #expect(
            try await house.store.sitting(of: player).pace == Sitting.usualQuestionMilliseconds)
        for _ in 0..<2 { try await play(round(.anger), of: player) }
        #expect(
            try await house.store.sitting(of: player).pace
                == 3_000 + SittingProgress.feedbackMilliseconds)
    }
}
