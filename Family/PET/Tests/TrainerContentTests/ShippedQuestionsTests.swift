import FacialFunWire
import Foundation
import Testing
import TrainerRules

@testable import TrainerContent

/// Requirements for the built-in questions: their number, kinds, answers and people.
struct ShippedQuestionsTests {
    private let content: Content

    init() throws { content = try Content(folder: ShippedContentTests.folder) }

    /// Emotions that are easily confused.
    private static let near: [Set<Emotion>] = [
        [.fear, .surprise], [.anger, .disgust], [.sadness, .neutral], [.fear, .sadness],
    ]

    private func nearAnswers(_ level: Int) -> Int {
        content.questions(level: level).reduce(0) { count, question in
            count
                + question.answers.count { answer in
                    answer.emotion.map { Self.near.contains([$0, question.emotion]) } ?? false
                }
        }
    }

    @Test(arguments: [(1, 3), (2, 3), (3, 4), (4, 4), (5, 5)])
    func `Each level has 32 questions, and higher levels offer more answers`(
        level: Int, answers: Int
    ) {
        let questions = content.questions(level: level)
        #expect(questions.count >= 32)
        #expect(questions.allSatisfy { $0.answers.count == answers })
        for question in questions {
            #expect(question.answers.count { $0.id == question.right } == 1, "\(question.id)")
        }
    }

    @Test func `Level 1 has only the four clear emotions, the other levels have all`() {
        let first: Set<Emotion> = [.happiness, .sadness, .anger, .surprise]
        for question in content.questions(level: 1) {
            #expect(first.contains(question.emotion))
            #expect(question.answers.allSatisfy { $0.emotion.map(first.contains) ?? true })
        }
        for level in 2...5 {
            #expect(
                Set(content.questions(level: level).map(\.emotion))
                    == first.union([.fear, .disgust, .neutral]))
        }
    }

    @Test func `Drawings come first, then people, faint faces and details, then stories`() {
        func forms(_ level: Int) -> Set<Question.Form> {
            Set(content.questions(level: level).map(\.form))
        }
        #expect(forms(1) == [.cartoon] && forms(2) == [.cartoon])
        #expect(forms(3) == [.person] && forms(4) == [.person] && forms(5) == [.situation])
        for level in 1...3 {
            #expect(
                content.questions(level: level).allSatisfy {
                    $0.strength == 1 && $0.part == .whole
                })
        }
        let hard = content.questions(level: 4)
        let faint = hard.count { $0.part == .whole && $0.strength == 0.5 }
        let eyes = hard.count { $0.part == .eyes }
        let mouths = hard.count { $0.part == .mouth }
        #expect(faint >= 6 && eyes >= 6 && mouths >= 6)
        // The others are whole faces at full strength, some turned by 45°.
        #expect(hard.count - faint - eyes - mouths >= 6)
    }

    @Test func `People include babies, children, adults and old people of both sexes`() {
        let people = content.questions.filter { $0.form == .person && $0.picture != nil }
        let described = people.compactMap {
            content.text("question.\($0.id).description", language: "en")
        }
        for who in ["baby", "girl", "boy", "woman", "man", "grandma", "grandpa"] {
            #expect(described.contains { $0.contains(" \(who)") }, "\(who)")
        }
        #expect(Set(people.compactMap(\.person)).count >= 20)
    }

    @Test(arguments: [3, 4])
    func `A fifth of the questions with people is reserved for probes`(level: Int) {
        let questions = content.questions(level: level)
        let probes = questions.filter(\.probe)
        #expect(probes.count * 5 >= questions.count)
        // Persons shown with more than one emotion.
        #expect(Set(probes.map(\.emotion)).count >= 5)
        #expect(Set(probes.compactMap(\.person)).count >= 5)
    }

    @Test func `People in probes appear nowhere else, not even as an answer`() throws {
        let probed = Set(content.questions.filter(\.probe).compactMap(\.person))
        #expect(probed.count >= 6)
        let shown = Dictionary(
            content.questions.compactMap { question -> (String, String)? in
                guard let picture = question.picture, let person = question.person else {
                    return nil
                }
                return (picture, person)
            }
        ) { first, _ in first }
        for question in content.questions {
            let answers = try question.answers.compactMap(\.picture).map {
                try #require(shown[$0], "\($0) shows nobody")
            }
            for person in [question.person].compactMap(\.self) + answers {
                #expect(
                    probed.contains(person) == question.probe, "\(question.id) shows \(person)")
            }
        }
    }

    @Test func `Every question has a tip, which points at a region in levels 1 to 4`() {
        for question in content.questions {
            let tip = content.text("question.\(question.id).tip", language: "en") ?? ""
            #expect(tip.split(separator: " ").count >= 4, "\(question.id)")
            #expect((question.point != nil) == (question.level < 5), "\(question.id)")
            guard let point = question.point else { continue }
            // More than half of the ring is inside the picture.
            #expect((0...1).contains(point.x) && (0...1).contains(point.y), "\(question.id)")
            #expect((0.08...0.4).contains(point.radius), "\(question.id)")
        }
    }

    @Test func `Prompts vary, and some questions ask for a picture or for what happened`() {
        for level in 1...4 {
            let questions = content.questions(level: level)
            let prompts = questions.compactMap {
                content.text("question.\($0.id).prompt", language: "en")
            }
            #expect(Set(prompts).count >= 8, "level \(level)")
            let choices = questions.count { $0.picture == nil }
            #expect(level == 4 || choices >= 6, "level \(level)")
        }
        let stories = content.questions(level: 5).filter {
            $0.answers.allSatisfy { $0.emotion == nil }
        }
        #expect(stories.count >= 2)
        #expect(Set(content.questions(level: 5).compactMap(\.person)).count == 32)
    }

    @Test func `Wrong answers are dissimilar at first and similar at higher levels`() {
        #expect(nearAnswers(1) == 0)
        #expect(nearAnswers(2) > 0)
        #expect((2...4).allSatisfy { nearAnswers($0) < nearAnswers(5) })
        // If only the eyes are visible, no other answer may be right as well; a mouth alone does
        // not distinguish a neutral face from slight sadness.
        for question in content.questions where question.part != .whole {
            for emotion in question.answers.compactMap(\.emotion) where emotion != question.emotion
            {
                let pair: Set<Emotion> = [emotion, question.emotion]
                let isNear = question.part == .eyes ? Self.near.contains(pair) : false
                #expect(!isNear && pair != [.sadness, .neutral], "\(question.id): \(emotion)")
            }
        }
    }
}
