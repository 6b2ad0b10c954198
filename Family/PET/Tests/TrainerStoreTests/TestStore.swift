import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import Synchronization
import Testing
import TrainerRules

@testable import TrainerStore

/// A clock that goes when it is told to.
final class TestClock: Sendable {
    private let moment = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { moment.withLock { $0 } }

    func advance(by seconds: Double) {
        moment.withLock { $0.addTimeInterval(seconds) }
    }

    func set(_ date: Date) {
        moment.withLock { $0 = date }
    }
}

/// A store in a folder of its own, which goes with it.
final class TestStore: Sendable {
    let folder: URL
    let clock = TestClock()
    let store: TrainerStore

    init(_ change: (inout TrainerStore.Options) -> Void = { _ in }) throws {
        folder = FileManager.default.temporaryDirectory.appending(
            path: "pet-store-\(UUID().uuidString)")
        store = try TrainerStore(folder: folder, options: Self.options(clock, change))
    }

    static func options(
        _ clock: TestClock, _ change: (inout TrainerStore.Options) -> Void = { _ in }
    ) -> TrainerStore.Options {
        var options = TrainerStore.Options()
        options.now = { clock.now }
        options.offsetFromUTC = { _ in 0 }
        change(&options)
        return options
    }

    deinit {
        try? store.close()
        try? FileManager.default.removeItem(at: folder)
    }

    /// Makes an account of a name.
    func account(_ name: String = "ada") async throws -> Account {
        try await store.createAccount(.sample(name))
    }

    /// Makes an account and gives its player.
    func player(_ name: String = "ada") async throws -> PlayerID {
        try #require(await account(name).players.first).id
    }
}

extension PlayerID {
    /// The child of the nth account of a store in which each account has one child.
    ///
    /// The child's parent has the number after it.
    static func child(ofAccount number: Int) -> PlayerID {
        PlayerID(rawValue: Int64(2 * number - 1))
    }
}

extension NewAccount {
    static func sample(_ name: String) -> NewAccount {
        NewAccount(
            username: name, email: "\(name)@example.org", passwordHash: "$scrypt$of-\(name)",
            fullName: "Name of \(name)", birthYear: 2017, gender: "female", termsVersion: "1",
            agreesToStatistics: true)
    }
}

extension SessionDigest {
    /// The digest whose bytes are all of one value.
    static func sample(_ byte: UInt8) throws -> SessionDigest {
        try #require(SessionDigest(Array(repeating: byte, count: 32)))
    }
}

extension Round {
    /// A round of so many questions of alternating emotions with three answers each.
    static func sample(
        _ count: Int = 4, level: PlayedLevel = .standard(1), form: Question.Form = .cartoon
    ) -> Round {
        let emotions: [Emotion] = [.happiness, .sadness, .anger, .surprise]
        let questions = (0..<count).map { number in
            let emotion = emotions[number % emotions.count]
            let others = emotions.filter { $0 != emotion }.prefix(2)
            return Question(
                id: "l1-\(emotion.rawValue)-\(number)", level: 1, emotion: emotion, form: form,
                picture: "p.svg",
                answers: ([emotion] + others).map { .init(id: $0.rawValue, emotion: $0) },
                right: emotion.rawValue)
        }
        return Round(id: UUID(), level: level, questions: questions, seed: 7)
    }

    /// An event about the current question; nil when the round is over.
    func event(_ action: RoundEvent.Action, after milliseconds: Int = 3000) -> RoundEvent? {
        current.map { item in
            RoundEvent(
                id: UUID(), question: item.id, presentation: presentation, action: action,
                elapsedMilliseconds: milliseconds)
        }
    }

    /// The right answer to the current question.
    func right() -> RoundEvent? {
        current.flatMap { event(.answer($0.right)) }
    }

    /// A wrong answer to the current question that was not chosen yet.
    func wrong() -> RoundEvent? {
        current.flatMap { item in
            item.answers.first { $0.id != item.right && !disabledAnswers.contains($0.id) }
                .flatMap { event(.answer($0.id)) }
        }
    }

    /// What a player who throws dice does next.
    func anyEvent(by generator: inout some RandomNumberGenerator) -> RoundEvent? {
        guard let item = current else { return nil }
        let actions: [RoundEvent.Action] =
            item.answers.map { .answer($0.id) } + [.answer(item.right), .skip, .tip, .replay]
        return actions.randomElement(using: &generator).flatMap {
            event($0, after: Int.random(in: 500...9000, using: &generator))
        }
    }
}
