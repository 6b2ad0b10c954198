package import Foundation

/// Reads and writes tours of the panorama viewer Pannellum: scenes, hot spots, initial views.
package enum Pannellum {
    private struct Tour: Codable {
        var `default`: Start?
        var scenes: [String: Scene]
    }

    private struct Start: Codable {
        var firstScene: String?
        var title: String?
    }

    private struct Scene: Codable {
        var title: String?
        var type: String?
        var panorama: String?
        var yaw: Double?
        var pitch: Double?
        var hotSpots: [HotSpot]?
    }

    private struct HotSpot: Codable {
        var pitch: Double
        var yaw: Double
        var type: String
        var text: String?
        var sceneId: String?
        var URL: String?
    }

    /// The tour of an experience.
    ///
    /// Doors become scene hot spots, sounds and videos info hot spots.
    ///
    /// File addresses are derived from their hashes.
    package static func tour(
        of experience: Experience, address: (String) -> String
    ) throws -> Data {
        var scenes: [String: Scene] = [:]
        for panorama in experience.panoramas {
            scenes[panorama.id.text] = Scene(
                title: panorama.name, type: "equirectangular", panorama: address(panorama.image),
                yaw: panorama.start.yaw, pitch: panorama.start.pitch,
                hotSpots: panorama.triggers.map { trigger in
                    HotSpot(
                        pitch: trigger.pitch, yaw: trigger.yaw,
                        type: trigger.kind == .door ? "scene" : "info", text: trigger.name,
                        sceneId: trigger.to?.text, URL: trigger.media.map(address))
                })
        }
        let start = Start(
            firstScene: experience.panoramas.first?.id.text, title: experience.title)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Tour(default: start, scenes: scenes))
    }

    /// Converts a tour whose pictures are known by their hashes to an experience.
    ///
    /// Hot spots that are not doors are left out, because their addresses may point anywhere.
    ///
    /// - Parameters:
    ///   - data: The tour.
    ///   - title: The title if the tour has none, or one with an invalid length.
    ///   - hash: The hash of the file at an address; nil for other addresses.
    /// - Returns: The experience, with new ids.
    /// - Throws: `malformed`, `duplicate_key`, `too_large`, `unsupported_scene`, `unknown_media`,
    ///   `door_leads_nowhere`.
    package static func experience(
        of data: Data, title: String, hash: (String) -> String?
    ) throws(ExperienceError) -> Experience {
        guard data.count <= ExperienceFile.mostBytes else {
            throw ExperienceError("too_large", "The tour is too large. Shorten it.")
        }
        try ExperienceFile.refuseMarks(in: data)
        if let key = DuplicateKey.first(in: data) {
            throw ExperienceError(
                "duplicate_key", "Duplicate key \"\(key)\" in one object. Keep one of them.")
        }
        guard let tour = try? JSONDecoder().decode(Tour.self, from: data), !tour.scenes.isEmpty
        else {
            throw ExperienceError(
                "malformed", "The file is not a Pannellum tour with scenes. Choose another one.")
        }
        var experience = Experience(id: UUID(), title: title)
        if let given = tour.default?.title, ExperienceRules.titleLength.contains(given.count) {
            experience.title = given
        }
        let first = tour.default?.firstScene
        let names = tour.scenes.keys.sorted {
            ($0 != first ? 1 : 0, $0) < ($1 != first ? 1 : 0, $1)
        }
        let ids = Dictionary(names.map { ($0, UUID()) }, uniquingKeysWith: { $1 })
        for name in names {
            guard let scene = tour.scenes[name], let id = ids[name] else { continue }
            guard scene.type ?? "equirectangular" == "equirectangular" else {
                throw ExperienceError(
                    "unsupported_scene",
                    "The scene \"\(name)\" is of the type \(scene.type ?? ""); only equirectangular "
                        + "pictures are read.")
            }
            guard let address = scene.panorama, let image = hash(address) else {
                throw ExperienceError(
                    "unknown_media",
                    "The picture of the scene \"\(name)\" is not on this server. Upload it first and "
                        + "enter its address /prep/media/… in the tour.")
            }
            var panorama = Panorama(
                id: id, name: String((scene.title ?? name).prefix(40)), image: image)
            panorama.start = Direction(
                yaw: wrapped(scene.yaw ?? 0), pitch: min(90, max(-90, scene.pitch ?? 0)))
            for spot in scene.hotSpots ?? [] where spot.type == "scene" {
                guard let target = spot.sceneId.flatMap({ ids[$0] }) else {
                    throw ExperienceError(
                        "door_leads_nowhere",
                        "A hot spot of the scene \"\(name)\" leads to a missing scene.")
                }
                panorama.triggers.append(
                    Trigger(
                        id: UUID(), kind: .door, yaw: wrapped(spot.yaw),
                        pitch: min(90, max(-90, spot.pitch)),
                        name: String((spot.text ?? "").prefix(40)), to: target))
            }
            experience.panoramas.append(panorama)
        }
        experience.final = experience.panoramas.last?.id
        return experience
    }

    private static func wrapped(_ yaw: Double) -> Double {
        guard yaw.isFinite else { return 0 }
        let turned = (yaw + 180).truncatingRemainder(dividingBy: 360)
        return (turned < 0 ? turned + 360 : turned) - 180
    }
}
