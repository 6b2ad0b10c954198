import FacialFunWire
import Foundation
import Testing
import TrainerContent
import TrainerRules

@testable import TrainerServer

struct WireRoundTests {
    private let content: Content
    private let presenter: QuestionPresenter

    init() throws {
        content = try Content(folder: PageTests.game.appending(path: "Content"))
        presenter = QuestionPresenter(
            content: content, language: "en", voice: content.voices.first ?? "")
    }

    private func round(_ level: Int, seed: UInt64) -> Round {
        let plan = RoundPlanner().plan(
            level: .standard(level), bank: content.questions.filter { $0.level <= level },
            history: PlayHistory(today: Day(20_000)), seed: seed)
        return Round(id: UUID(), level: .standard(level), plan: plan, seed: seed)
    }

    private func object(_ value: some Encodable) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(value))
        return try #require(json as? [String: Any])
    }

    private static let question: Set<String> = [
        "id", "picture", "description", "prompt", "promptClip", "tip", "tipClip", "point",
        "answers", "contrast",
    ]
    private static let answer: Set<String> = [
        "id", "word", "wordClip", "symbol", "picture", "disabled",
    ]

    @Test(arguments: 1...5)
    func `A round contains the text of each question but not its right answer`(level: Int)
        throws
    {
        let json = try object(WireRound(round(level, seed: 7), presenter: presenter))
        #expect(
            Set(json.keys) == [
                "id", "level", "revision", "finished", "total", "done", "setAside", "presentation",
                "offersTip", "current", "upcoming",
            ])
        let upcoming = try #require(json["upcoming"] as? [[String: Any]])
        let current = try #require(json["current"] as? [String: Any])
        #expect(upcoming.count == WireRound.upcomingCount)
        for question in upcoming + [current] {
            #expect(Set(question.keys) == Self.question)
            #expect((question["prompt"] as? String)?.isEmpty == false)
            #expect((question["tip"] as? String)?.isEmpty == false)
            let answers = try #require(question["answers"] as? [[String: Any]])
            #expect(answers.count >= 3)
            for answer in answers {
                #expect(Set(answer.keys) == Self.answer)
                #expect((answer["word"] as? String)?.isEmpty == false)
                #expect(answer["disabled"] as? Bool == false)
            }
        }
    }

    @Test(arguments: [(Emotion.surprise, Emotion.fear), (.anger, .disgust), (.neutral, .sadness)])
    func `A comparison shows both emotions with pictures other than the question's`(
        one: Emotion, other: Emotion
    ) throws {
        for (shown, similar) in [(one, other), (other, one)] {
            for level in 2...4 {
                let asked = content.questions.filter {
                    $0.level == level && $0.emotion == shown && $0.part == .whole
                }
                for question in asked {
                    let round = Round(
                        id: UUID(), level: .standard(level), questions: [question], seed: 1,
                        contrasts: [question.id: similar])
                    let wire = WireRound(round, presenter: presenter)
                    let faces = try #require(wire.current?.contrast, "\(question.id)")
                    let words = [one, other].map { presenter.words("emotion.\($0.rawValue)") }
                    #expect(faces.map(\.word) == words, "\(question.id)")
                    #expect(faces.allSatisfy { $0.picture != wire.current?.picture })
                    #expect(faces.allSatisfy { $0.wordClip != nil && $0.tipClip != nil })
                }
            }
        }
    }

    @Test func `The tip is offered without a request only after two mistakes at a question`() throws
    {
        var played = round(3, seed: 2)
        #expect(!WireRound(played, presenter: presenter).offersTip)
        let asked = try #require(played.current)
        let wrong = asked.answers.map(\.id).filter { $0 != asked.right }
        for (count, answer) in wrong.prefix(2).enumerated() {
            _ = played.apply(
                RoundEvent(
                    id: UUID(), question: asked.id, presentation: played.presentation,
                    action: .answer(answer), elapsedMilliseconds: 900))
            #expect(WireRound(played, presenter: presenter).offersTip == (count == 1))
        }
    }

    @Test func `The format of the answers does not reveal the right one`() throws {
        var places: [Int: Int] = [:]
        for seed in 0..<60 {
            let wire = WireRound(round(1, seed: UInt64(seed)), presenter: presenter)
            let asked = try #require(wire.current)
            let right = try #require(content.question(asked.id)?.right)
            places[try #require(asked.answers.firstIndex { $0.id == right }), default: 0] += 1
            let shapes = Set(
                asked.answers.map {
                    [$0.wordClip == nil, $0.symbol == nil, $0.picture == nil, $0.disabled]
                })
            #expect(shapes.count == 1, "\(asked.id)")
        }
        #expect(places.count == 3 && places.values.allSatisfy { $0 > 5 }, "\(places)")
    }

    @Test func `An outcome names the right answer only once it may be revealed`() throws {
        let asked = try #require(content.question("l1-happiness-01"))
        let event = RoundEvent(
            id: UUID(), question: asked.id, presentation: 0, action: .answer("sadness"),
            elapsedMilliseconds: 900)
        func told(_ outcome: RoundOutcome) throws -> [String: Any] {
            try object(
                WireOutcome(outcome, event: event, asked: asked, presenter: presenter))
        }
        for outcome in [RoundOutcome.wrong, .skipped, .noted, .ignored(.duplicate)] {
            #expect(try told(outcome)["right"] == nil)
            #expect(try told(outcome)["word"] == nil)
        }
        for outcome in [RoundOutcome.right, .revealed, .setAside] {
            #expect(try told(outcome)["right"] as? String == asked.right)
        }
        #expect(try told(.ignored(.duplicate))["reason"] as? String == "duplicate")
    }

    @Test func `A repeated event gets the same sentence`() throws {
        let event = RoundEvent(
            id: UUID(), question: "l1-happiness-01", presentation: 0, action: .answer("happiness"),
            elapsedMilliseconds: 900)
        let asked = content.question(event.question)
        let sentences = (0..<5).map { _ in
            WireOutcome(.right, event: event, asked: asked, presenter: presenter).sentence
        }
        #expect(Set(sentences).count == 1 && sentences[0]?.isEmpty == false)
    }
}
