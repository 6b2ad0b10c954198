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

    @Test func aSoundGetsTheTargetLoudnessAndLosesItsMetadata() async throws {
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

    @Test func aVideoWithoutSoundFitsIntoTheSizeAndReportsProgress() async throws {
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
    func filesOfOtherKindsAreRefused(text: String, code: String) async throws {
        try await with { _, folder in
            let input = folder.appending(path: "input")
            try Data(text.utf8).write(to: input)
            let error = await #expect(throws: MediaError.self) {
                try await converter.video(input, in: folder) { _ in }
            }
            #expect(error?.code == code)
        }
    }

    /// A picture whose red is its column and whose green is its row.
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

    @Test func aSphereKeepsItsShape() async throws {
        let made = try await panorama(picture(1024, 512))
        #expect(made.width == 1024 && made.height == 512)
        #expect(made.image.width == 1024 && made.image.height == 512)
    }

    @Test func theEdgesOfAStripAreDrawnOutToThePoles() async throws {
        let made = try await panorama(picture(1600, 400))
        #expect(made.width == 1600 && made.height == 800)
        made.image.withPixels { pixels in
            func green(_ row: Int) -> Int { Int(pixels[(row * 1600 + 800) * 3 + 1]) }
            #expect(green(10) < 12 && green(190) < 12)
            #expect(abs(green(400) - 128) < 10)
            #expect(green(790) > 243)
        }
    }

    @Test func picturesThatAreNoPanoramasAreRefused() async throws {
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
