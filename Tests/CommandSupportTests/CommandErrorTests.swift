import ArgumentParser
import FacialFun
import Glibc
import Testing

@testable import CommandSupport

struct CommandErrorTests {
    @Test("error codes are spelled as in records, and limit errors name the option to change")
    func names() {
        let error = FacialFunError(code: .tooManyPixels, message: "Too large.", cause: nil)
        let pixels = CommandError(error, namesFlags: true)
        #expect(pixels.name == "too_many_pixels")
        #expect(pixels.message == "Too large. (--max-pixels)")
        // `match` and `bench` lack this option.
        #expect(CommandError(error).message == "Too large.")
        let corrupt = CommandError(
            FacialFunError(code: .corrupt, message: "Damaged.", cause: "bad Huffman code"))
        #expect(corrupt.name == "corrupt")
        #expect(corrupt.message == "Damaged. (bad Huffman code)")
        #expect(CommandError(reading: ENOENT).name == "not_found")
        #expect(CommandError.tooManyBytes(limit: 1).name == "too_many_bytes")
        #expect(CommandError.outputFolder.name == "output_folder")
    }

    @Test("each kind of failure has its exit code")
    func exitCodes() {
        func code(_ code: CommandError.Code) -> Int32 {
            CommandError(code: code, message: "").exitCode.rawValue
        }
        #expect(code(.notFound) == 1 && code(.unfitInput) == 1 && code(.refused(.corrupt)) == 1)
        #expect(code(.unfit) == 3 && code(.output) == 3)
        #expect(code(.labels) == 64 && code(.usage) == 64)
    }
}
