import FacialFunWire
import FamilyAccounts
import FamilyStore
import Foundation
import Synchronization
import Testing
import TrainerRules

@testable import TrainerStore

/// A clock that advances only on request.
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

/// A store in its own folder, which is deleted with it.
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

    /// Creates an account with a name.
    func account(_ name: String = "ada") async throws -> Account {
        try await store.createAccount(.sample(name))
    }

    /// Creates an account and returns its player.
    func player(_ name: String = "ada") async throws -> PlayerID {
        try #require(await account(name).players.first).id
    }
}

extension PlayerID {
    /// The child of the nth account, if each account of the store has one child.
    ///
    /// The next number is that of the child's parent.
    static func child(ofAccount number: Int) -> PlayerID {
        PlayerID(rawValue: Int64(2 * number - 1))
    }
}

extension NewAccount {
    static func sample(_ name: String) -> NewAccount {
        NewAccount(
            username: name, email: "\(name)@example.org", passwordHash: "$scrypt$of-\(name)",
            child: NewPlayer(name: "Name of \(name)", birthYear: 2017, gender: "female"),
            termsVersion: "1",
            agreesToStatistics: true)
    }

    /// A practice without clients.
    static func clientless(_ name: String) -> NewAccount {
        var new = sample(name)
        new.child = nil
        new.kind = .practice
        return new
    }
}

extension SessionDigest {
    /// A digest whose bytes all have this value.
    static func sample(_ byte: UInt8) throws -> SessionDigest {
        try #require(SessionDigest(Array(repeating: byte, count: 32)))
    }
}

extension Round {
    /// A round with this number of questions of alternating emotions, with three answers each.
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

    /// An event for the current question; nil if the round is over.
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

    /// A random action for the current question.
    func anyEvent(by generator: inout some RandomNumberGenerator) -> RoundEvent? {
        guard let item = current else { return nil }
        let actions: [RoundEvent.Action] =
            item.answers.map { .answer($0.id) } + [.answer(item.right), .skip, .tip, .replay]
        return actions.randomElement(using: &generator).flatMap {
            event($0, after: Int.random(in: 500...9000, using: &generator))
        }
    }
}
