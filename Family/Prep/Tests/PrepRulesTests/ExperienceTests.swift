import Foundation
import Testing

@testable import PrepRules

private let hash = String(repeating: "ab", count: 32)

/// An experience of two panoramas with a sound and a door.
private func example() -> Experience {
    var experience = Experience(id: UUID(), title: "Dentist")
    var (first, second) = (
        Panorama(id: UUID(), name: "Door", image: hash),
        Panorama(id: UUID(), name: "Chair", image: hash)
    )
    first.triggers = [Trigger(id: UUID(), kind: .door, yaw: 10, pitch: 0, to: second.id)]
    second.triggers = [
        Trigger(id: UUID(), kind: .sound, yaw: -180, pitch: 90, name: "Drill", media: hash)
    ]
    experience.panoramas = [first, second]
    experience.final = second.id
    return experience
}

struct ExperienceTests {
    @Test func writtenExperienceCanBeReadBack() throws {
        let experience = example()
        let data = try ExperienceFile.write(experience)
        #expect(try ExperienceFile.read(data) == experience)
        #expect(try ExperienceFile.write(ExperienceFile.read(data)) == data)
        #expect(ExperienceRules.errors(in: experience).isEmpty)
    }

    @Test func recordedStoriesCountAsMedia() throws {
        var experience = example()
        let narration = String(repeating: "cd", count: 32)
        experience.panoramas[0].narration = narration
        #expect(experience.media == [hash, narration])
        let text = String(decoding: try ExperienceFile.write(experience), as: UTF8.self)
        #expect(try ExperienceFile.read(Data(text.utf8)) == experience)
        experience.panoramas[0].narration = "story.mp3"
        #expect(
            ExperienceRules.errors(in: experience).map(\.field) == ["panoramas[0].narration"])
    }

    @Test func missingFinalPanoramaIsWrittenAsNull() throws {
        let data = try ExperienceFile.write(Experience(id: UUID(), title: "Dentist"))
        #expect(String(decoding: data, as: UTF8.self).contains("\"final\":null"))
    }

    /// `JSONDecoder` also reads UTF-16 and UTF-32, in which no check counts combining marks.
    @Test(arguments: [
        String.Encoding.utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
    ])
    func experiencesInOtherEncodingsAreRefused(encoding: String.Encoding) throws {
        let text = String(decoding: try ExperienceFile.write(example()), as: UTF8.self)
        let data = try #require(text.data(using: encoding))
        let error = #expect(throws: ExperienceError.self) { try ExperienceFile.read(data) }
        #expect(error?.code == "malformed" && error?.message.contains("UTF-8") == true)
        let tour = #expect(throws: ExperienceError.self) {
            try Pannellum.experience(of: data, title: "Tour") { _ in nil }
        }
        #expect(tour?.message.contains("UTF-8") == true)
    }

    @Test(arguments: [
        ("\"title\":\"Dentist\"", "\"title\":\"Dentist\",\"title\":\"Doctor\"", "duplicate_key"),
        (
            "\"title\":\"Dentist\"", "\"title\":\"Dentist\",\"t\\u0069tle\":\"Doctor\"",
            "duplicate_key"
        ),
        ("\"title\":\"Dentist\"", "\"title\":\"Dentist\",\"script\":\"x\"", "malformed"),
        ("Dentist", "D" + String(repeating: "\u{0301}", count: 9), "too_many_marks"),
        ("\"version\":1", "\"version\":2", "unsupported_version"),
        ("\"version\":1", "\"version\":\"1\"", "malformed"),
        ("\"kind\":\"sound\"", "\"kind\":\"smell\"", "malformed"),
        ("\"title\":\"Dentist\",", "", "malformed"),
    ])
    func invalidExperiencesAreRejected(part: String, other: String, code: String) throws {
        let text = String(decoding: try ExperienceFile.write(example()), as: UTF8.self)
        #expect(text.contains(part))
        let error = #expect(throws: ExperienceError.self) {
            try ExperienceFile.read(
                Data(text.replacing(part, with: other, maxReplacements: 1).utf8))
        }
        #expect(error?.code == code)
    }

    @Test func violatedRulesAreReportedWithTheirField() {
        func first(_ change: (inout Experience) -> Void) -> String? {
            var experience = example()
            change(&experience)
            return ExperienceRules.errors(in: experience).first.map { "\($0.field) \($0.code)" }
        }
        #expect(first { $0.title = "abc" } == "title title_length")
        #expect(first { $0.title = String(repeating: "a", count: 17) } == "title title_length")
        #expect(first { $0.title = " Dentist" } == "title title_length")
        #expect(first { $0.title = "Den\u{7}tist" } == "title title_characters")
        #expect(
            first { $0.description = String(repeating: "a", count: 129) }
                == "description description_length")
        #expect(first { $0.final = UUID() } == "final unknown_panorama")
        #expect(
            first { $0.panoramas[0].triggers[0].to = UUID() }
                == "panoramas[0].triggers[0].to door_leads_nowhere")
        #expect(
            first { $0.panoramas[1].triggers[0].media = "../x" }
                == "panoramas[1].triggers[0].media media")
        #expect(
            first { $0.panoramas[1].triggers[0].size = 31 }
                == "panoramas[1].triggers[0].size size")
        #expect(
            first { $0.panoramas[1].triggers[0].yaw = .nan }
                == "panoramas[1].triggers[0].yaw direction")
        #expect(first { $0.panoramas[1].id = $0.panoramas[0].id } == "panoramas duplicate_id")
        #expect(
            first { $0.panoramas[1].triggers[0].intensity = Intensity(volume: 0.05, steps: 3) }
                == "panoramas[1].triggers[0].intensity.volume volume")
    }

    @Test func searchTerminatesIfDoorsFormACircle() {
        var experience = example()
        let (first, second) = (experience.panoramas[0].id, experience.panoramas[1].id)
        experience.panoramas[1].triggers.append(
            Trigger(id: UUID(), kind: .door, yaw: 0, pitch: 0, to: first))
        #expect(ExperienceRules.unreachable(in: experience).isEmpty)
        experience.panoramas[0].triggers = []
        #expect(ExperienceRules.unreachable(in: experience) == [second])
    }

    @Test func defaultTitleHasTheNextFreeNumber() {
        #expect(ExperienceRules.defaultTitle(avoiding: []) == "Experience 1")
        #expect(
            ExperienceRules.defaultTitle(avoiding: ["Experience 1", "Experience 3"])
                == "Experience 2")
    }

    @Test func intensityIncreasesWithEachVisit() {
        let intensity = Intensity(volume: 0.2, seconds: 2, steps: 5)
        #expect(intensity.step(1, length: 10) == (0.2, 2))
        let third = intensity.step(3, length: 10)
        #expect(abs(third.volume - 0.6) < 1e-9 && abs(third.seconds - 6) < 1e-9)
        #expect(intensity.step(5, length: 10) == (1, 10))
        #expect(intensity.step(99, length: 10) == (1, 10))
        #expect(Intensity(volume: 0.5, steps: 1).step(1, length: 10) == (1, 10))
    }

    @Test func pannellumTourKeepsPicturesDoorsAndViews() throws {
        var experience = example()
        experience.panoramas[0].start = Direction(yaw: 30, pitch: -5)
        let tour = try Pannellum.tour(of: experience) { "/prep/media/\($0)" }
        let back = try Pannellum.experience(of: tour, title: "Tour") {
            $0.hasPrefix("/prep/media/") ? String($0.dropFirst(12)) : nil
        }
        #expect(back.title == "Dentist")
        #expect(back.panoramas.map(\.name) == ["Door", "Chair"])
        #expect(back.panoramas[0].start == Direction(yaw: 30, pitch: -5))
        #expect(back.panoramas[0].triggers.first?.to == back.panoramas[1].id)
        #expect(ExperienceRules.errors(in: back).isEmpty)
        let error = #expect(throws: ExperienceError.self) {
            try Pannellum.experience(of: tour, title: "Tour") { _ in nil }
        }
        #expect(error?.code == "unknown_media")
    }
}
