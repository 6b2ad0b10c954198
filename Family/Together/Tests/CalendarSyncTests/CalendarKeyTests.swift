import Crypto
import Foundation
import Testing

@testable import CalendarSync

@Suite struct CalendarKeyTests {
    private func withFolder(_ body: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder)
    }

    @Test func keyFileIsPrivateAndKept() throws {
        try withFolder { folder in
            let file = folder.appending(path: "calendar.key")
            let sealed = try CalendarKey(file: file).seal("secret", for: "account 1")
            let mode = try FileManager.default.attributesOfItem(atPath: file.path)
            #expect(mode[.posixPermissions] as? Int == 0o600)
            #expect(try CalendarKey(file: file).open(sealed, for: "account 1") == "secret")
            #expect(sealed.range(of: Data("secret".utf8)) == nil)
            #expect(
                try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["calendar.key"]
            )
        }
    }

    @Test func otherPurposesAndKeysAndDamagedDataAreRejected() throws {
        let key = CalendarKey(SymmetricKey(size: .bits256))
        var sealed = try key.seal("secret", for: "account 1")
        #expect(throws: CalendarProblem.self) { try key.open(sealed, for: "account 2") }
        let other = CalendarKey(SymmetricKey(size: .bits256))
        #expect(throws: CalendarProblem.self) { try other.open(sealed, for: "account 1") }
        sealed[sealed.startIndex + 13] ^= 1
        #expect(throws: CalendarProblem.self) { try key.open(sealed, for: "account 1") }
        #expect(throws: CalendarProblem.self) { try key.open(Data(), for: "account 1") }
        #expect(try key.seal("secret", for: "a") != key.seal("secret", for: "a"))
    }

    @Test func readableAndDamagedKeyFilesAreRejected() throws {
        try withFolder { folder in
            let file = folder.appending(path: "calendar.key")
            try Data(count: 32).write(to: file)
            chmod(file.path, 0o644)
            #expect(throws: CalendarProblem.self) { try CalendarKey(file: file) }
            chmod(file.path, 0o600)
            _ = try CalendarKey(file: file)
            try Data(count: 31).write(to: file)
            chmod(file.path, 0o600)
            #expect(throws: CalendarProblem.self) { try CalendarKey(file: file) }
            let link = folder.appending(path: "link.key")
            try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
            #expect(throws: CalendarProblem.self) { try CalendarKey(file: link) }
        }
    }
}
