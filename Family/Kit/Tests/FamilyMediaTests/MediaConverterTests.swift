import FacialFun
import Foundation
import Synchronization
import Testing

@testable import FamilyMedia

/// Conversions by ffmpeg.
@Suite(.enabled(if: SandboxedProcess.find("ffmpeg") != nil, "ffmpeg is not installed"))
struct MediaConverterTests {
    private let converter = MediaConverter()

    private func with(_ body: (MediaHouse, URL) async throws -> Void) async throws {
        let house = try MediaHouse()
        try await body(house, try house.store.folder.workspace("work"))
    }

    private func ffmpeg(_ arguments: [String], _ folder: URL) async throws -> String {
        let program = try #require(SandboxedProcess.find("ffmpeg"))
        let ending = try await SandboxedProcess(
            program, ["-hide_banner", "-y"] + arguments, home: folder
        )
        .run()
        try #require(ending.code == 0, "\(ending.errors)")
        return ending.errors
    }

    private func loudness(_ file: URL, _ folder: URL) async throws -> Double {
        let text = try await ffmpeg(
            ["-i", file.path, "-af", "ebur128", "-f", "null", "-"], folder)
        let line = try #require(
            text.split(separator: "\n").last {
                $0.trimmingCharacters(in: .whitespaces).hasPrefix("I:")
            })
        let digits = String(line.filter { "-.0123456789".contains($0) })
        return try #require(Double(digits))
    }

    @Test func soundIsNormalizedAndLosesItsMetadata() async throws {
        try await with { _, folder in
            let input = folder.appending(path: "loud.mp3")
            _ = try await ffmpeg(
                [
                    "-f", "lavfi", "-i", "sine=440:duration=4", "-metadata", "title=SecretPlace",
                    input.path,
                ], folder)
            let product = try await converter.sound(input, in: folder) { _ in }
            #expect(product.type == "audio/mp4")
            #expect(abs((product.seconds ?? 0) - 4) < 0.2)
            #expect(abs(try await loudness(product.file, folder) - MediaConverter.loudness) < 1)
            #expect(try Data(contentsOf: product.file).range(of: Data("SecretPlace".utf8)) == nil)
        }
    }

    @Test func videoWithoutSoundIsScaledAndReportsProgress() async throws {
        try await with { _, folder in
            let input = folder.appending(path: "large.webm")
            _ = try await ffmpeg(
                ["-f", "lavfi", "-i", "testsrc=size=1600x400:duration=1:rate=10", input.path],
                folder)
            let last = Mutex(0.0)
            let product = try await converter.video(input, in: folder) { done in
                last.withLock { $0 = done }
            }
            #expect(product.width == 1280 && product.height == 320)
            #expect(last.withLock { $0 } > 0.9)
            let error = await #expect(throws: MediaError.self) {
                try await converter.sound(input, in: folder) { _ in }
            }
            #expect(error?.code == "no_sound")
        }
    }

    @Test(arguments: [
        ("nothing of a film", "unreadable"),
        ("#EXTM3U\n#EXTINF:1,\nfile:///etc/hostname\n", "unreadable"),
        ("ffconcat version 1.0\nfile /etc/hostname\n", "unreadable"),
    ])
    func filesOfOtherFormatsAreRejected(text: String, code: String) async throws {
        try await with { _, folder in
            let input = folder.appending(path: "input")
            try Data(text.utf8).write(to: input)
            let error = await #expect(throws: MediaError.self) {
                try await converter.video(input, in: folder) { _ in }
            }
            #expect(error?.code == code)
        }
    }

    @Test(arguments: ["mp4", "webm", "mp3", "wav", "flac"])
    func truncatedFilmsAndSoundsAreRejected(format: String) async throws {
        try await with { _, folder in
            let isFilm = format == "mp4" || format == "webm"
            let whole = folder.appending(path: "whole.\(format)")
            let picture =
                isFilm
                ? ["-f", "lavfi", "-i", "testsrc=size=320x180:duration=9:rate=10"] : []
            // The table of contents is at the start, as streaming phones and cameras write it.
            let start = format == "mp4" ? ["-movflags", "+faststart"] : []
            _ = try await ffmpeg(
                ["-f", "lavfi", "-i", "sine=330:duration=9"] + picture + start + [whole.path],
                folder)
            func convert(_ file: URL) async throws -> MediaProduct {
                isFilm
                    ? try await converter.video(file, in: folder) { _ in }
                    : try await converter.sound(file, in: folder) { _ in }
            }
            #expect(abs((try await convert(whole).seconds ?? 0) - 9) < 0.3)
            let data = try Data(contentsOf: whole)
            let part = folder.appending(path: "part.\(format)")
            try data.prefix(data.count * 6 / 10).write(to: part)
            let error = await #expect(throws: MediaError.self) { _ = try await convert(part) }
            #expect(error?.code == "cut_off")
            #expect(error?.message.hasSuffix("Copy or record it again.") == true)
        }
    }

    @Test func filmWithoutItsTableOfContentsIsUnreadable() async throws {
        try await with { _, folder in
            let whole = folder.appending(path: "whole.mp4")
            _ = try await ffmpeg(
                ["-f", "lavfi", "-i", "testsrc=size=320x180:duration=4:rate=10", whole.path], folder
            )
            let data = try Data(contentsOf: whole)
            let part = folder.appending(path: "part.mp4")
            try data.prefix(data.count / 2).write(to: part)
            let error = await #expect(throws: MediaError.self) {
                _ = try await converter.video(part, in: folder) { _ in }
            }
            #expect(error?.code == "unreadable")
            #expect(error?.message.contains("damaged") == true)
        }
    }

    @Test func shortSoundAndLongFilmKeepTheirDurations() async throws {
        try await with { _, folder in
            let input = folder.appending(path: "film.mp4")
            _ = try await ffmpeg(
                [
                    "-f", "lavfi", "-i", "testsrc=size=320x180:duration=9:rate=10", "-f", "lavfi",
                    "-i", "sine=330:duration=3", input.path,
                ], folder)
            let sound = try await converter.sound(input, in: folder) { _ in }
            #expect(abs((sound.seconds ?? 0) - 3) < 0.3)
            let film = try await converter.video(input, in: folder) { _ in }
            #expect(abs((film.seconds ?? 0) - 9) < 0.3)
        }
    }

    @Test(arguments: ["mp4", "mkv"])
    func filmIsCompleteIfOnlyItsOtherTracksAreLonger(format: String) async throws {
        try await with { _, folder in
            let captions = folder.appending(path: "captions.srt")
            try Data("1\n00:00:01,000 --> 00:00:40,000\nThe end\n".utf8).write(to: captions)
            let input = folder.appending(path: "film.\(format)")
            _ = try await ffmpeg(
                [
                    "-f", "lavfi", "-i", "testsrc=size=320x180:duration=4:rate=10", "-f", "lavfi",
                    "-i", "sine=330:duration=4", "-f", "lavfi", "-i", "sine=440:duration=40", "-i",
                    captions.path, "-map", "0:v", "-map", "1:a", "-map", "2:a", "-map", "3:s",
                    "-c:s", format == "mp4" ? "mov_text" : "srt", input.path,
                ], folder)
            let facts = try await converter.probe(input, in: folder)
            try #require((facts.seconds ?? 0) > 39)
            let film = try await converter.video(input, in: folder) { _ in }
            #expect(abs((film.seconds ?? 0) - 4) < 0.3)
            let sound = try await converter.sound(input, in: folder) { _ in }
            #expect(abs((sound.seconds ?? 0) - 4) < 0.3)
        }
    }

    @Test func longLargeAndEncryptedFilmsAreRejectedByName() async throws {
        try await with { _, folder in
            func film(_ name: String, _ arguments: [String]) async throws -> URL {
                let file = folder.appending(path: name)
                _ = try await ffmpeg(arguments + [file.path], folder)
                return file
            }
            // An hour at one picture a second.
            let hour = try await film(
                "hour.mp4", ["-f", "lavfi", "-i", "color=size=64x64:rate=1:duration=3600"])
            let large = try await film(
                "8k.mp4",
                [
                    "-f", "lavfi", "-i", "color=size=7680x4320:rate=1:duration=1", "-preset",
                    "ultrafast",
                ])
            let secret = try await film(
                "secret.mp4",
                [
                    "-f", "lavfi", "-i", "testsrc=size=320x180:duration=2:rate=10",
                    "-encryption_scheme", "cenc-aes-ctr", "-encryption_key",
                    "76a6c65c5ea762046bd749a2e632ccbb", "-encryption_kid",
                    "a7e61c373e219033c21091fa607bf3b8",
                ])
            for (file, code) in [
                (hour, "too_long"), (large, "too_many_pixels"), (secret, "unreadable"),
            ] {
                let error = await #expect(throws: MediaError.self) {
                    _ = try await converter.video(file, in: folder) { _ in }
                }
                #expect(error?.code == code, "\(file.lastPathComponent)")
            }
        }
    }

    /// A picture whose red value is its column and whose green value is its row.
    private func picture(_ width: Int, _ height: Int) throws -> Data {
        let image = Image(width: width, height: height) { pixels in
            for at in 0..<(width * height) {
                pixels[at * 3] = UInt8(at % width * 255 / width)
                pixels[at * 3 + 1] = UInt8(at / width * 255 / height)
                pixels[at * 3 + 2] = 128
            }
        }
        return Data(try JPEGEncoder().encode(image))
    }

    private func panorama(_ data: Data) async throws -> (width: Int, height: Int, image: Image) {
        let house = try MediaHouse()
        let folder = try house.store.folder.workspace("work")
        let input = folder.appending(path: "input")
        try data.write(to: input)
        let made = try await converter.panorama(input, in: folder) { _ in }
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: made.file))).image
        return (made.width, made.height, image)
    }

    @Test func sphereKeepsItsShape() async throws {
        let made = try await panorama(picture(1024, 512))
        #expect(made.width == 1024 && made.height == 512)
        #expect(made.image.width == 1024 && made.image.height == 512)
    }

    @Test func edgesOfAStripAreStretchedToThePoles() async throws {
        let made = try await panorama(picture(1600, 400))
        #expect(made.width == 1600 && made.height == 800)
        made.image.withPixels { pixels in
            func green(_ row: Int) -> Int { Int(pixels[(row * 1600 + 800) * 3 + 1]) }
            #expect(green(10) < 12 && green(190) < 12)
            #expect(abs(green(400) - 128) < 10)
            #expect(green(790) > 243)
        }
    }

    @Test func picturesThatAreNotPanoramasAreRejected() async throws {
        var bomb: [UInt8] = [
            0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52,
            0, 0, 0x9c, 0x40, 0, 0, 0x4e, 0x20, 8, 2, 0, 0, 0,
        ]
        bomb += [0x7e, 0x3b, 0x1d, 0x6e] + [UInt8](repeating: 0, count: 200)
        let whole = try picture(1024, 512)
        let cases: [(Data, Set<String>)] = [
            (try picture(600, 600), ["not_a_sphere"]),
            (whole.prefix(whole.count / 2), ["unreadable"]),
            (Data(bomb), ["too_many_pixels", "unreadable"]), (Data("text".utf8), ["unreadable"]),
        ]
        for (data, codes) in cases {
            let error = await #expect(throws: MediaError.self) { _ = try await panorama(data) }
            #expect(codes.contains(error?.code ?? ""), "\(error?.code ?? "") \(codes)")
        }
    }
}
