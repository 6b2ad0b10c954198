import Foundation
import Testing

@testable import FaceJudge

struct FacialFunProgramTests {
    private func found(
        option: String? = nil, environment: [String: String] = [:], game: URL? = nil,
        repository: String = "/nowhere"
    ) throws -> FacialFunProgram {
        try FacialFunProgram.find(
            option: option, environment: environment, game: game,
            repository: URL(filePath: repository))
    }

    @Test func `Candidate paths are searched in order`() throws {
        let named = try FakeService("exit 0")
        let path = named.program.path
        #expect(try found(option: path, environment: ["FAMILY_FACIALFUN": "/x"]).origin == .option)
        #expect(try found(environment: ["FAMILY_FACIALFUN": path]).origin == .environment)
        let game = named.folder.appending(path: "pet")
        #expect(try found(environment: ["PATH": "/bin"], game: game).origin == .besideGame)
        #expect(try found(environment: ["PATH": named.folder.path]).origin == .path)
        let built = named.folder.appending(path: "repository/.build/release")
        try FileManager.default.createDirectory(at: built, withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: named.program, to: built.appending(path: "facialfun"))
        let repository = named.folder.appending(path: "repository").path
        let program = try found(environment: ["PATH": named.folder.path], repository: repository)
        #expect(program.origin == .repository)
    }

    @Test(arguments: ["/nowhere/facialfun", "/etc/passwd", "/tmp", ""])
    func `An invalid program path given by the user is rejected, not replaced`(
        path: String
    ) throws {
        let other = try FakeService("exit 0")
        #expect {
            _ = try found(option: path, environment: ["PATH": other.folder.path])
        } throws: { error in
            (error as? FaceJudgeError)?.absence?.reason == .notFound
                && "\(error)".contains("--facialfun")
        }
    }

    @Test func `A missing program is reported with a remedy`() {
        #expect {
            _ = try found(environment: ["PATH": "/nowhere:relative:"])
        } throws: { error in
            "\(error)".contains("make build")
        }
    }

    @Test func `The repository is the folder with the service's package`() {
        let package = FacialFunProgram.repository.appending(path: "Sources/FacialFunWire")
        #expect(FileManager.default.fileExists(atPath: package.path))
    }
}
