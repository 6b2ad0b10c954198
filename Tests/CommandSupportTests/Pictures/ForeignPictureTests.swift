import ArgumentParser
import FacialFun
@testable import Films
import Foundation
import Testing
import TestSupport

@testable import CommandSupport

/// The decoding process, replaced by a script.
struct ForeignPictureTests {
    /// The shell runs the script as an argument, because a file that was just written may be busy.
    private static func picture(_ format: OptionalFormat, _ script: String) -> ForeignPicture {
        var picture = ForeignPicture(format: format)
        picture.program = ExternalProgram(path: "/bin/sh")
        picture.words = ["-c", script, "sh"]
        return picture
    }

    private static func error(of script: String, _ format: OptionalFormat) -> FacialFunError? {
        #expect(throws: FacialFunError.self) {
            try picture(format, script).png(of: [1, 2, 3], limits: .commandLine)
        }
    }

    @Test("without its library a picture is rejected, naming format, library and remedy")
    func missing() {
        let webp = Self.error(of: "exit 101", .webp)
        #expect(webp?.code == .unsupportedFormat)
        #expect(webp?.message.contains("WebP") == true)
        #expect(webp?.message.contains("apt-get install libwebp7") == true)
        let heic = Self.error(of: "exit 101", .heic)
        #expect(heic?.message.contains("apt-get install libheif1") == true)
    }

    @Test("a picture that kills the process is reported as damaged, without further harm")
    func crash() {
        #expect(Self.error(of: "kill -SEGV $$", .heic)?.code == .corrupt)
        let refused = Self.error(of: "echo 'bad box' >&2; exit 102", .heic)
        #expect(refused?.code == .corrupt)
        #expect(refused?.cause == "bad box")
        #expect(Self.error(of: "exit 103", .webp)?.message.contains("animated") == true)
        #expect(Self.error(of: "exit 104", .webp)?.code == .tooManyPixels)
    }

    @Test(
        "a hanging or stopped process is killed and reported",
        arguments: ["exec sleep 1000", "kill -STOP $$", "sleep 1000 & wait"])
    func hanging(script: String) {
        var picture = Self.picture(.webp, script)
        picture.maxSeconds = 0.3
        let error = #expect(throws: FacialFunError.self) {
            try picture.png(of: [1, 2, 3], limits: .commandLine)
        }
        #expect(error?.code == .stopped)
        #expect(error?.message.contains("WebP decoder did not end within 1 seconds") == true)
    }

    @Test("time limits match SECURITY.md")
    func documentedLimits() throws {
        let page = try String(
            contentsOfFile: ModelsFolder.path + "/../SECURITY.md", encoding: .utf8)
        let row = try #require(
            page.split(separator: "\n").first { $0.hasPrefix("| helper program: ffmpeg") })
        #expect(row.contains("no frame for \(Int(FilmReader.maxSilence)) s"))
        #expect(row.contains("\(Int(ForeignPicture(format: .webp).maxSeconds)) s for a picture"))
    }

    @Test("a process with endless output is killed")
    func endless() {
        #expect(throws: FacialFunError.self) {
            try Self.picture(.webp, "exec cat /dev/zero").png(
                of: [1], limits: DecodeLimits(maxPixels: 1000))
        }
    }

    @Test(
        "decoder output that is not PNG is reported as a damaged image",
        arguments: [":", "printf 'not a picture'", "printf '\\377\\330\\377\\340'"])
    func foreignOutput(script: String) {
        let error = Self.error(of: "\(script); echo 'half done' >&2", .webp)
        #expect(error?.code == .corrupt)
        #expect(error?.cause == "half done")
    }

    @Test("a limit below 1 is rejected without a crash", arguments: [["0", "9"], ["9", "0"]])
    func limits(words: [String]) {
        #expect(throws: (any Error).self) {
            try DecodePictureCommand.parse(["webp"] + words)
        }
    }

    @Test("EXIF data of a WebP file are found and make a valid PNG file")
    func metadata() throws {
        let tiff: [UInt8] = [
            0x49, 0x49, 0x2A, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0,
            0,
        ]
        func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
            Array(name.utf8) + [UInt8(data.count), 0, 0, 0] + data
                + (data.count % 2 == 1 ? [0] : [])
        }
        let head = Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBP".utf8)
        let file = head + chunk("VP8X", [1, 2, 3]) + chunk("EXIF", tiff)
        #expect(PictureMetadata.exif(inWebP: file) == tiff)
        let prefixed = head + chunk("EXIF", Array("Exif\0\0".utf8) + tiff)
        #expect(PictureMetadata.exif(inWebP: prefixed) == tiff)
        for length in 0..<file.count {
            #expect(PictureMetadata.exif(inWebP: Array(file.prefix(length))) == nil)
        }
        let image = Image(width: 4, height: 2) { $0.update(repeating: 7) }
        let png = PictureMetadata.inserted(tiff, intoPNG: try PNGEncoder().encode(image))
        let header = try ImageDecoder().header(of: png)
        #expect(header.orientation == 6)
        #expect((header.width, header.height) == (2, 4))
        #expect(try ImageDecoder().decode(png).image.width == 2)
    }
}
