import FamilyMedia
import Foundation
import HTTPTypes
import HummingbirdTesting
import PrepRules
import Testing

@testable import PrepServer

/// The experiences shipped with Prep, as stored in the repository.
struct BundledExperiencesTests {
    private struct Manifest: Decodable {
        struct Asset: Decodable {
            let file: String
            let bytes: Int
            let sha256: String
            let licence: String
            let origin: String
            let seed: Int?
            let kind: String
            let measured: Loudness?
        }
        struct Loudness: Decodable {
            let loudness: Double
            let momentary: Double
            let onset: Double
        }
        let assets: [Asset]
    }

    private let content = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Content", directoryHint: .isDirectory)

    private var bundled: BundledExperiences {
        BundledExperiences(
            folder: content.appending(path: "experiences"), logger: PrepHouse.logger)
    }

    private func manifest() throws -> Manifest {
        try JSONDecoder().decode(
            Manifest.self, from: Data(contentsOf: content.appending(path: "manifest.json")))
    }

    @Test func everyBundledExperienceFollowsTheRulesForParents() throws {
        let folders = try FileManager.default.contentsOfDirectory(
            atPath: content.appending(path: "experiences").path)
        let all = bundled.all
        #expect(!all.isEmpty && all.count == folders.count)
        for experience in all {
            let title = experience.title
            #expect(ExperienceRules.errors(in: experience).isEmpty, "\(title)")
            #expect(ExperienceRules.unreachable(in: experience).isEmpty, "\(title)")
            #expect(experience.final != nil && (3...6).contains(experience.panoramas.count))
            let triggers = experience.panoramas.flatMap(\.triggers)
            #expect(triggers.count { $0.kind == .sound } >= 2, "\(title)")
            #expect(triggers.contains { $0.kind == .video }, "\(title)")
        }
    }

    @Test func everyDoorHasAWayBackAndEveryStoryHasARecording() {
        for experience in bundled.all {
            for panorama in experience.panoramas {
                #expect(!panorama.story.isEmpty && panorama.narration != nil, "\(panorama.name)")
                for door in panorama.triggers.compactMap(\.to) {
                    let other = experience.panoramas.first { $0.id == door }
                    #expect(
                        other?.triggers.contains { $0.to == panorama.id } == true,
                        "\(experience.title): no way back to \(panorama.name)")
                }
            }
        }
    }

    @Test func triggersDoNotOverlap() {
        for panorama in bundled.all.flatMap(\.panoramas) {
            for (index, first) in panorama.triggers.enumerated() {
                for second in panorama.triggers.dropFirst(index + 1) {
                    let distance = angle(first, second)
                    #expect(
                        distance > (first.size + second.size) / 2,
                        "\(panorama.name): \(first.name) and \(second.name), \(distance)°")
                }
            }
        }
    }

    private func angle(_ first: Trigger, _ second: Trigger) -> Double {
        func vector(_ trigger: Trigger) -> (x: Double, y: Double, z: Double) {
            let (yaw, pitch) = (trigger.yaw * .pi / 180, trigger.pitch * .pi / 180)
            return (sin(yaw) * cos(pitch), cos(yaw) * cos(pitch), sin(pitch))
        }
        let (a, b) = (vector(first), vector(second))
        return acos(min(1, max(-1, a.x * b.x + a.y * b.y + a.z * b.z))) * 180 / .pi
    }

    @Test func everyFileExistsWithLicenseOriginAndLoudness() throws {
        let assets = try manifest().assets
        let bundled = bundled
        for asset in assets {
            let found = try MediaFolder.digest(of: content.appending(path: asset.file))
            #expect(found.hash == asset.sha256, "\(asset.file)")
            #expect(!asset.licence.isEmpty && !asset.origin.isEmpty)
            #expect(asset.seed != nil || asset.kind == "narration", "\(asset.file)")
            if asset.kind == "panorama" { continue }
            let measured = try #require(asset.measured, "\(asset.file)")
            #expect(abs(measured.loudness + 30) <= 1, "\(asset.file)")
            #expect(measured.momentary - measured.loudness <= 10, "\(asset.file)")
            #expect(measured.onset <= 10, "\(asset.file)")
        }
        let listed = Set(assets.map(\.file))
        for experience in bundled.all {
            for hash in experience.media {
                let file = try #require(bundled.file(hash, variant: nil), "\(hash)")
                #expect(listed.contains { $0.hasSuffix(file.url.lastPathComponent) })
                #expect(file.type != "application/octet-stream")
            }
            for image in experience.panoramas.map(\.image) {
                for width in ["2048", "512"] {
                    let file = try #require(bundled.file(image, variant: width))
                    #expect(file.url.lastPathComponent.contains(width))
                }
            }
        }
        #expect(assets.map(\.bytes).reduce(0, +) <= 40_000_000)
    }

    @Test func familiesReadBundledExperiencesButCannotChangeThem() async throws {
        let experience = try #require(bundled.all.first)
        let cover = experience.panoramas[0].image
        let house = try PrepHouse(content: content.appending(path: "experiences"))
        try await house.test { caller in
            for member: Int64 in [10, 20] {
                let answer = try await caller.send(.get, "api/experiences", by: member)
                let list = String(decoding: answer.data, as: UTF8.self)
                #expect(list.contains(cover))
                let path = "api/experiences/\(experience.id.text)"
                #expect(try await caller.send(.get, path, by: member).status == .ok)
                #expect(try await caller.send(.get, "media/\(cover)", by: member).status == .ok)
                let deletion = try await caller.send(.delete, path, by: member, parent: true)
                #expect(deletion.status == .notFound)
            }
            #expect(try await caller.put(experience, tag: "\"1\"").status == .notFound)
        }
    }
}
