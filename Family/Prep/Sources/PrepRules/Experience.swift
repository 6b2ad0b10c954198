package import Foundation

/// A tour of panoramas, as stored in `experience.json` and edited by the pages.
///
/// Angles are in degrees.
package struct Experience: Hashable, Codable, Sendable {
    /// The version of the format.
    package static let version = 1

    package var version: Int
    package var id: UUID
    package var title: String
    package var description: String
    package var language: String
    /// The panorama whose sounds and videos complete the experience; nil until one is chosen.
    package var final: UUID?
    package var panoramas: [Panorama]

    package init(id: UUID, title: String, language: String = "en") {
        version = Self.version
        self.id = id
        self.title = title
        description = ""
        self.language = language
        final = nil
        panoramas = []
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case version, id, title, description, language, final, panoramas
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        version = try values.decode(Int.self, forKey: .version)
        id = try values.decode(UUID.self, forKey: .id)
        title = try values.decode(String.self, forKey: .title)
        description = try values.decode(String.self, forKey: .description)
        language = try values.decode(String.self, forKey: .language)
        final = try values.decodeIfPresent(UUID.self, forKey: .final)
        panoramas = try values.decode([Panorama].self, forKey: .panoramas)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(version, forKey: .version)
        try values.encode(id.text, forKey: .id)
        try values.encode(title, forKey: .title)
        try values.encode(description, forKey: .description)
        try values.encode(language, forKey: .language)
        try values.encode(final?.text, forKey: .final)
        try values.encode(panoramas, forKey: .panoramas)
    }

    /// The hashes of all files in the experience.
    package var media: Set<String> {
        Set(
            panoramas.flatMap { panorama in
                [panorama.image] + [panorama.narration].compactMap(\.self)
                    + panorama.triggers.compactMap(\.media)
            })
    }
}

/// A viewing direction: yaw to the right of the picture's center, pitch above the horizon.
package struct Direction: Hashable, Codable, Sendable {
    package var yaw: Double
    package var pitch: Double

    package init(yaw: Double, pitch: Double) {
        self.yaw = yaw
        self.pitch = pitch
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case yaw, pitch }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        yaw = try values.decode(Double.self, forKey: .yaw)
        pitch = try values.decode(Double.self, forKey: .pitch)
    }
}

/// A blurred part of a panorama.
package struct BlurredRegion: Hashable, Codable, Sendable {
    package var yaw: Double
    package var pitch: Double
    package var width: Double
    package var height: Double

    enum CodingKeys: String, CodingKey, CaseIterable { case yaw, pitch, width, height }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        yaw = try values.decode(Double.self, forKey: .yaw)
        pitch = try values.decode(Double.self, forKey: .pitch)
        width = try values.decode(Double.self, forKey: .width)
        height = try values.decode(Double.self, forKey: .height)
    }
}

/// An equirectangular picture with its triggers.
package struct Panorama: Hashable, Codable, Sendable {
    package var id: UUID
    package var name: String
    package var story: String
    /// The hash of the recorded story; nil if a voice of the device reads the story.
    package var narration: String?
    /// The hash of the picture.
    package var image: String
    package var start: Direction
    package var blurred: [BlurredRegion]
    package var triggers: [Trigger]

    package init(id: UUID, name: String, image: String) {
        self.id = id
        self.name = name
        self.image = image
        story = ""
        start = Direction(yaw: 0, pitch: 0)
        blurred = []
        triggers = []
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, name, story, narration, image, start, blurred, triggers
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        id = try values.decode(UUID.self, forKey: .id)
        name = try values.decode(String.self, forKey: .name)
        story = try values.decode(String.self, forKey: .story)
        narration = try values.decodeIfPresent(String.self, forKey: .narration)
        image = try values.decode(String.self, forKey: .image)
        start = try values.decode(Direction.self, forKey: .start)
        blurred = try values.decodeIfPresent([BlurredRegion].self, forKey: .blurred) ?? []
        triggers = try values.decode([Trigger].self, forKey: .triggers)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id.text, forKey: .id)
        try values.encode(name, forKey: .name)
        try values.encode(story, forKey: .story)
        try values.encodeIfPresent(narration, forKey: .narration)
        try values.encode(image, forKey: .image)
        try values.encode(start, forKey: .start)
        try values.encode(blurred, forKey: .blurred)
        try values.encode(triggers, forKey: .triggers)
    }
}

/// A sound, a video or a door at a position in a panorama.
package struct Trigger: Hashable, Codable, Sendable {
    package enum Kind: String, Codable, Sendable {
        case sound, video, door
    }

    package var id: UUID
    package var kind: Kind
    package var yaw: Double
    package var pitch: Double
    /// The width of the icon in degrees.
    package var size: Double
    package var name: String
    /// The hash of the sound or video.
    package var media: String?
    /// The panorama that a door leads to.
    package var to: UUID?
    package var intensity: Intensity?

    package init(
        id: UUID, kind: Kind, yaw: Double, pitch: Double, size: Double = 10, name: String = "",
        media: String? = nil, to: UUID? = nil
    ) {
        self.id = id
        self.kind = kind
        self.yaw = yaw
        self.pitch = pitch
        self.size = size
        self.name = name
        self.media = media
        self.to = to
    }

    enum CodingKeys: String, CodingKey, CaseIterable {
        case id, kind, yaw, pitch, size, name, media, to, intensity
    }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        id = try values.decode(UUID.self, forKey: .id)
        kind = try values.decode(Kind.self, forKey: .kind)
        yaw = try values.decode(Double.self, forKey: .yaw)
        pitch = try values.decode(Double.self, forKey: .pitch)
        size = try values.decode(Double.self, forKey: .size)
        name = try values.decode(String.self, forKey: .name)
        media = try values.decodeIfPresent(String.self, forKey: .media)
        to = try values.decodeIfPresent(UUID.self, forKey: .to)
        intensity = try values.decodeIfPresent(Intensity.self, forKey: .intensity)
    }

    package func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: CodingKeys.self)
        try values.encode(id.text, forKey: .id)
        try values.encode(kind, forKey: .kind)
        try values.encode(yaw, forKey: .yaw)
        try values.encode(pitch, forKey: .pitch)
        try values.encode(size, forKey: .size)
        try values.encode(name, forKey: .name)
        try values.encodeIfPresent(media, forKey: .media)
        try values.encodeIfPresent(to?.text, forKey: .to)
        try values.encodeIfPresent(intensity, forKey: .intensity)
    }
}

/// The start of a gradual exposure: volume and length of the first visit, and the number of visits
/// until everything is played in full.
package struct Intensity: Hashable, Codable, Sendable {
    /// The volume on the first visit, 0.1…1.
    package var volume: Double
    /// The seconds played on the first visit; nil for the whole length.
    package var seconds: Double?
    /// The first visit with full volume and length, 1…10.
    package var steps: Int

    package init(volume: Double, seconds: Double? = nil, steps: Int) {
        self.volume = volume
        self.seconds = seconds
        self.steps = steps
    }

    enum CodingKeys: String, CodingKey, CaseIterable { case volume, seconds, steps }

    package init(from decoder: any Decoder) throws {
        let values = try decoder.strictContainer(keyedBy: CodingKeys.self)
        volume = try values.decode(Double.self, forKey: .volume)
        seconds = try values.decodeIfPresent(Double.self, forKey: .seconds)
        steps = try values.decode(Int.self, forKey: .steps)
    }

    /// The volume and length at a visit.
    ///
    /// Lengths grow linearly to the full length.
    ///
    /// - Parameters:
    ///   - visit: The number of the visit, from 1.
    ///   - length: The full length in seconds.
    /// - Returns: The volume, and the seconds to play.
    package func step(_ visit: Int, length: Double) -> (volume: Double, seconds: Double) {
        guard steps > 1, visit < steps else { return (1, length) }
        let part = Double(max(visit, 1) - 1) / Double(steps - 1)
        let first = min(seconds ?? length, length)
        return (volume + (1 - volume) * part, first + (length - first) * part)
    }
}

extension UUID {
    /// The identifier in lower case, as the pages write it.
    package var text: String { uuidString.lowercased() }
}

struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

extension Decoder {
    /// A container that rejects unknown members.
    func strictContainer<Key: CodingKey & CaseIterable>(
        keyedBy type: Key.Type
    ) throws -> KeyedDecodingContainer<Key> {
        let known = Set(Key.allCases.map(\.stringValue))
        for key in try container(keyedBy: AnyKey.self).allKeys
        where !known.contains(key.stringValue) {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: codingPath + [key],
                    debugDescription: "unknown member \"\(key.stringValue)\""))
        }
        return try container(keyedBy: type)
    }
}
