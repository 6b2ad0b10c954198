package import Foundation

/// A broken rule, and the editor's field that shows it.
package struct FieldError: Hashable, Sendable {
    /// `title`, or `panoramas[0].triggers[2].size`.
    package let field: String
    /// A stable code that pages check.
    package let code: String
    package let message: String
}

/// The rules for experiences.
package enum ExperienceRules {
    /// Maximum number of experiences per household.
    package static let most = 10
    package static let titleLength = 4...16
    package static let mostPanoramas = 40
    package static let mostTriggers = 40

    /// All broken rules of an experience, in the order of its fields.
    package static func errors(in experience: Experience) -> [FieldError] {
        var errors: [FieldError] = []
        func check(_ holds: Bool, _ field: String, _ code: String, _ message: String) {
            if !holds { errors.append(FieldError(field: field, code: code, message: message)) }
        }
        let title = experience.title
        check(
            titleLength.contains(title.count)
                && title == title.trimmingCharacters(in: .whitespacesAndNewlines), "title",
            "title_length", "A title needs 4 to 16 characters, without spaces around it.")
        check(
            title.unicodeScalars.allSatisfy { !CharacterSet.controlCharacters.contains($0) },
            "title", "title_characters", "A title must be a single line.")
        check(
            experience.description.count <= 128, "description", "description_length",
            "A description has at most 128 characters.")
        check(
            (2...12).contains(experience.language.utf8.count)
                && experience.language.utf8.allSatisfy {
                    $0 == UInt8(ascii: "-") || Character(UnicodeScalar($0)).isLetter
                }, "language", "language", "A language must be a code such as \"en\".")
        check(
            experience.panoramas.count <= mostPanoramas, "panoramas", "too_many_panoramas",
            "An experience has at most \(mostPanoramas) panoramas.")
        let panoramas = Set(experience.panoramas.map(\.id))
        check(
            panoramas.count == experience.panoramas.count, "panoramas", "duplicate_id",
            "Two panoramas have the same id.")
        if let final = experience.final {
            check(
                panoramas.contains(final), "final", "unknown_panorama",
                "The final panorama is not part of the experience. Choose another one.")
        }
        for (number, panorama) in experience.panoramas.enumerated() {
            let field = "panoramas[\(number)]"
            check(
                panorama.name.count <= 40, "\(field).name", "name_length",
                "A name has at most 40 characters.")
            check(
                panorama.story.count <= 280, "\(field).story", "story_length",
                "A story has at most 280 characters.")
            check(
                panorama.narration.map(isHash) ?? true, "\(field).narration", "media",
                "The recorded story is missing.")
            check(isHash(panorama.image), "\(field).image", "media", "The picture is missing.")
            check(
                isDirection(panorama.start.yaw, panorama.start.pitch), "\(field).start",
                "direction", "The first view is not a valid direction.")
            check(
                panorama.blurred.count <= 200
                    && panorama.blurred.allSatisfy {
                        isDirection($0.yaw, $0.pitch) && (0...360).contains($0.width)
                            && (0...180).contains($0.height)
                    }, "\(field).blurred", "region", "A blurred region is not in the picture.")
            check(
                panorama.triggers.count <= mostTriggers, "\(field).triggers", "too_many_triggers",
                "A panorama has at most \(mostTriggers) sounds, videos and doors.")
            check(
                Set(panorama.triggers.map(\.id)).count == panorama.triggers.count,
                "\(field).triggers", "duplicate_id", "Two triggers have the same id.")
            for (place, trigger) in panorama.triggers.enumerated() {
                errors += self.errors(
                    in: trigger, field: "\(field).triggers[\(place)]", panoramas: panoramas)
            }
        }
        return errors
    }

    private static func errors(
        in trigger: Trigger, field: String, panoramas: Set<UUID>
    ) -> [FieldError] {
        var errors: [FieldError] = []
        func check(_ holds: Bool, _ member: String, _ code: String, _ message: String) {
            if !holds {
                errors.append(FieldError(field: "\(field).\(member)", code: code, message: message))
            }
        }
        check(
            isDirection(trigger.yaw, trigger.pitch), "yaw", "direction",
            "The icon is not in the picture.")
        check((4...30).contains(trigger.size), "size", "size", "An icon is 4 to 30 degrees wide.")
        check(trigger.name.count <= 40, "name", "name_length", "A name has at most 40 characters.")
        if trigger.kind == .door {
            check(trigger.media == nil, "media", "unexpected", "A door cannot have a file.")
            check(trigger.intensity == nil, "intensity", "unexpected", "A door needs no intensity.")
            check(
                trigger.to.map(panoramas.contains) ?? false, "to", "door_leads_nowhere",
                "The door leads nowhere. Choose a panorama.")
        } else {
            check(trigger.to == nil, "to", "unexpected", "Only doors lead to a panorama.")
            check(
                trigger.media.map(isHash) ?? false, "media", "media",
                "The \(trigger.kind.rawValue) is missing. Choose or record one.")
        }
        if let intensity = trigger.intensity {
            check(
                (0.1...1).contains(intensity.volume), "intensity.volume", "volume",
                "The first volume must be 0.1 to 1.")
            check(
                intensity.seconds.map { $0 > 0 && $0 <= 3600 } ?? true, "intensity.seconds",
                "seconds", "The first length must be more than 0 seconds.")
            check(
                (1...10).contains(intensity.steps), "intensity.steps", "steps",
                "The steps must be 1 to 10.")
        }
        return errors
    }

    /// "Experience 1", with the first number that no title uses.
    package static func defaultTitle(avoiding titles: Set<String>) -> String {
        var number = 1
        while titles.contains("Experience \(number)") { number += 1 }
        return "Experience \(number)"
    }

    /// Panoramas that cannot be reached from the first one through doors.
    package static func unreachable(in experience: Experience) -> [UUID] {
        guard let first = experience.panoramas.first else { return [] }
        let doors = Dictionary(
            experience.panoramas.map { ($0.id, $0.triggers.compactMap(\.to)) },
            uniquingKeysWith: { $1 })
        var reached: Set<UUID> = [first.id]
        var next = [first.id]
        while let panorama = next.popLast() {
            for target in doors[panorama] ?? [] where reached.insert(target).inserted {
                next.append(target)
            }
        }
        return experience.panoramas.map(\.id).filter { !reached.contains($0) }
    }

    private static func isDirection(_ yaw: Double, _ pitch: Double) -> Bool {
        (-180...180).contains(yaw) && (-90...90).contains(pitch)
    }

    private static func isHash(_ text: String) -> Bool {
        text.utf8.count == 64
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }
}
