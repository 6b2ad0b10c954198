import Testing

@testable import CommandSupport

struct OptionalReaderTests {
    @Test("a library is listed with its version, and a missing one with its package")
    func libraries() {
        let found = OptionalReader.library(.webp, version: 0x01_02_10, decodes: true)
        #expect((found.version, found.problem) == ("1.2.16", nil))
        let missing = OptionalReader.library(.heic, version: 0, decodes: false)
        #expect((missing.version, missing.package) == (nil, "libheif1"))
        #expect(missing.problem == "not installed: apt-get install libheif1")
    }

    @Test("libheif without a decoder is reported, with the package that contains one")
    func withoutDecoder() {
        let reader = OptionalReader.library(.heic, version: 0x01_13_07, decodes: false)
        #expect(reader.version == "1.19.7")
        #expect(reader.package == "libheif-plugin-libde265")
        #expect(reader.problem?.contains("apt-get install libheif-plugin-libde265") == true)
    }

    @Test("without ffmpeg the message names the package to install")
    func withoutProgram() {
        let reader = OptionalReader.all(searchPath: "/nowhere").first
        #expect((reader?.name, reader?.version) == ("ffmpeg", nil))
        #expect(reader?.problem == "not installed: apt-get install ffmpeg")
    }
}
