import FacialFun
import Foundation
import Testing

@testable import FamilyMedia

/// Pictures of phones, read by `heif-convert`.
@Suite(
    .enabled(
        if: SandboxedProcess.find("heif-enc") != nil && SandboxedProcess.find("heif-convert") != nil
            && SandboxedProcess.find("ffmpeg") != nil,
        "libheif-examples or ffmpeg is not installed"))
struct HEICTests {
    private let house: MediaHouse
    private let folder: URL

    init() throws {
        house = try MediaHouse()
        folder = try house.store.folder.workspace("work")
    }

    /// A HEIC file of one or more gray pictures.
    private func heic(_ sizes: (width: Int, height: Int)...) async throws -> URL {
        var inputs: [String] = []
        for (number, size) in sizes.enumerated() {
            let image = Image(width: size.width, height: size.height) { pixels in
                for at in 0..<(size.width * size.height * 3) {
                    pixels[at] = UInt8(90 + number * 60)
                }
            }
            let input = folder.appending(path: "input-\(number).png")
            try Data(try PNGEncoder().encode(image)).write(to: input)
            inputs.append(input.path)
        }
        let output = folder.appending(path: "input")
        let encoder = try #require(SandboxedProcess.find("heif-enc"))
        let ending = try await SandboxedProcess(
            encoder, inputs + ["-o", output.path], home: folder
        ).run()
        try #require(ending.code == 0, "\(ending.errors)")
        return output
    }

    @Test func pictureBecomesJPEG() async throws {
        let product = try await MediaConverter().picture(heic((640, 480)), in: folder)
        #expect(product.type == "image/jpeg")
        #expect(product.width == 640 && product.height == 480)
        let image = try ImageDecoder().decode([UInt8](Data(contentsOf: product.file))).image
        image.withPixels { pixels in #expect(abs(Int(pixels[0]) - 90) < 8) }
    }

    /// `heif-convert` numbers the pictures of such a file.
    @Test func firstOfSeveralPicturesIsTaken() async throws {
        let input = try await heic((640, 480), (320, 240))
        let product = try await MediaConverter().picture(input, in: folder)
        #expect(product.width == 640 && product.height == 480)
    }

    @Test func panoramaBecomesJPEG() async throws {
        let made = try await MediaConverter().panorama(heic((1024, 512)), in: folder) { _ in }
        #expect(made.width == 1024 && made.height == 512)
    }

    @Test func damagedFileIsRefused() async throws {
        let input = try await heic((640, 480))
        let whole = try Data(contentsOf: input)
        for data in [whole.prefix(whole.count / 2), whole.prefix(40)] {
            try data.write(to: input)
            let error = await #expect(throws: MediaError.self) {
                try await MediaConverter().picture(input, in: folder)
            }
            #expect(error?.code == "unreadable")
        }
    }

    @Test func missingProgramIsNamed() async throws {
        let input = try await heic((640, 480))
        let error = await #expect(throws: MediaError.self) {
            try await MediaConverter(heif: nil).picture(input, in: folder)
        }
        #expect(error?.code == "heic_unsupported")
        #expect(error?.message.contains("libheif-examples") == true)
    }
}
