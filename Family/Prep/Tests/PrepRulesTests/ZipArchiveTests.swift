import CZlib
import Foundation
import Testing

@testable import PrepRules

struct ZipArchiveTests {
    /// A forged zip file, with one deflated or stored entry for each name.
    private struct Forged {
        var entries: [(name: String, data: [UInt8], size: Int?)] = []
        /// The name in front of the data, if it differs from the name in the list.
        var nameBeforeData: String?
        var method: Int = 0
        var flags = 0
        var mode = 0o100644
        var offset: Int?

        func bytes() -> Data {
            func number(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).map { UInt8(value >> (8 * $0) & 0xff) }
            }
            var (file, list) = ([UInt8](), [UInt8]())
            for (name, data, size) in entries {
                let plain = method == 0 ? data : [UInt8](repeating: 0, count: size ?? 0)
                let crc = Int(crc32(0, plain, UInt32(plain.count)))
                let common =
                    number(20, 2) + number(flags, 2) + number(method, 2) + number(0, 4)
                    + number(crc, 4) + number(data.count, 4) + number(size ?? data.count, 4)
                    + number(name.utf8.count, 2) + number(0, 2)
                list +=
                    number(0x0201_4b50, 4) + number(0x0314, 2) + common + number(0, 6)
                    + number(mode << 16, 4) + number(offset ?? file.count, 4) + Array(name.utf8)
                let other = nameBeforeData ?? name
                file +=
                    number(0x0403_4b50, 4) + common.prefix(22) + number(other.utf8.count, 2)
                    + number(0, 2) + Array(other.utf8) + data
            }
            let end =
                number(0x0605_4b50, 4) + number(0, 4) + number(entries.count, 2)
                + number(entries.count, 2) + number(list.count, 4) + number(file.count, 4)
                + number(0, 2)
            return Data(file + list + end)
        }
    }

    private func archive(_ data: Data, _ limits: ZipLimits = ZipLimits()) throws -> ZipArchive {
        let file = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID())")
        try data.write(to: file)
        // Tests read entries later, so the file is kept until the process ends.
        return try ZipArchive(file, limits: limits)
    }

    private func code(_ data: Data, _ limits: ZipLimits = ZipLimits()) -> String? {
        #expect(throws: ZipError.self) { try archive(data, limits) }?.code
    }

    @Test func writtenArchiveCanBeReadBack() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        var writer = try ZipWriter(file)
        let large = Data((0..<300_000).map { UInt8($0 % 251) })
        try writer.add("experience.json", Data("{}".utf8))
        try writer.add("media/größe.jpg", large)
        try writer.add("empty", Data())
        try writer.finish()
        let archive = try ZipArchive(file)
        #expect(archive.entries.map(\.name) == ["experience.json", "media/größe.jpg", "empty"])
        #expect(try archive.data(archive.entries[1]) == large)
        #expect(try archive.data(archive.entries[2]).isEmpty)
    }

    @Test func compressedEntriesAreExtracted() throws {
        let plain = [UInt8](repeating: 0, count: 50_000)
        var stream = z_stream()
        #expect(
            deflateInit2_(
                &stream, 9, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK)
        var packed = [UInt8](repeating: 0, count: 60_000)
        var source = plain
        let count = source.withUnsafeMutableBufferPointer { input in
            packed.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                #expect(deflate(&stream, Z_FINISH) == Z_STREAM_END)
                return output.count - Int(stream.avail_out)
            }
        }
        deflateEnd(&stream)
        var limits = ZipLimits()
        limits.ratio = 1000
        let forged = Forged(
            entries: [("zeros", Array(packed[..<count]), plain.count)], method: 8)
        let good = try archive(forged.bytes(), limits)
        #expect(try good.data(good.entries[0]) == Data(plain))
        #expect(code(forged.bytes()) == "zip_bomb")

        // Unpacking stops when an entry exceeds its declared size.
        var lying = forged
        lying.entries[0].size = 40_000
        let bad = try archive(lying.bytes(), limits)
        #expect(throws: ZipError.self) { try bad.data(bad.entries[0]) }
    }

    @Test(arguments: [
        "../evil", "a/../../b", "/etc/passwd", "a//b", "a/", "", ".", "..\\evil", "C:x", "a\u{0}b",
        String(repeating: "a", count: 201),
    ])
    func namesThatLeaveTheFolderAreRejected(name: String) {
        #expect(code(Forged(entries: [(name, [1], nil)]).bytes()) == "zip_name")
    }

    @Test func attacksAreRejectedWithTheirOwnCode() {
        #expect(code(Data("no zip file at all, but long".utf8)) == "not_a_zip")
        #expect(code(Data()) == "not_a_zip")
        #expect(
            code(Forged(entries: [("a", [1], nil), ("A", [2], nil)]).bytes()) == "zip_duplicate")
        let many = Forged(entries: (0..<501).map { ("\($0)", [1], nil) })
        #expect(code(many.bytes()) == "zip_too_large")
        #expect(
            code(Forged(entries: [("a", [1], 4_000_000_000)], method: 8).bytes())
                == "zip_too_large")
        #expect(code(Forged(entries: [("a", [1], 90_000_000)], method: 8).bytes()) == "zip_bomb")
        var link = Forged(entries: [("a", [1], nil)])
        link.mode = 0o120777
        #expect(code(link.bytes()) == "zip_unsupported")
        var secret = Forged(entries: [("a", [1], nil)])
        secret.flags = 1
        #expect(code(secret.bytes()) == "zip_unsupported")
        #expect(code(Forged(entries: [("a", [1], nil)], method: 12).bytes()) == "zip_unsupported")
        var shared = Forged(entries: [("a", [1], nil), ("b", [1], nil)])
        shared.offset = 0
        #expect(code(shared.bytes()) == "zip_bomb")
        let whole = Forged(entries: [("a", [1, 2, 3], nil)]).bytes()
        #expect(code(whole.dropLast()) == "not_a_zip")
        #expect(code(whole.dropFirst()) == "zip_damaged")
        var limits = ZipLimits()
        limits.totalBytes = 3
        #expect(
            code(Forged(entries: [("a", [1, 2], nil), ("b", [1, 2], nil)]).bytes(), limits)
                == "zip_too_large")
    }

    /// Comparing 65,000 bytes of combining marks as text would take seconds for each entry.
    @Test func entryWithDifferentNamesInListAndDataIsRefused() throws {
        var forged = Forged(entries: (0..<20).map { ("a\($0)", [1], nil) })
        forged.nameBeforeData = "a" + String(repeating: "\u{0301}\u{0327}", count: 16_000)
        let archive = try archive(forged.bytes())
        let seconds = ContinuousClock().measure {
            for entry in archive.entries {
                #expect(throws: ZipError.self) { try archive.data(entry) }
            }
        }
        #expect(seconds < .seconds(5))
    }

    /// A list of 10⁶ entries, 47 MB long.
    ///
    /// The field for their number has only 16 bits. It contains 65,535 in a ZIP64 archive,
    /// otherwise the remainder, or any number that an attacker chose.
    @Test(arguments: [
        (0xffff, "zip_unsupported"), (1_000_000 % 65_536, "zip_too_large"), (1, "zip_too_large"),
    ])
    func millionEntriesAreRejectedBeforeTheirListIsRead(count: Int, code: String) throws {
        let one = Forged(entries: [("a", [1], nil)]).bytes()
        let (head, list) = (one.prefix(32), one.dropFirst(32).prefix(47))
        var data = Data(head)
        for _ in 0..<1_000_000 { data.append(list) }
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(value >> (8 * $0) & 0xff) }
        }
        data += number(0x0605_4b50, 4) + number(0, 4) + number(count, 2) + number(count, 2)
        data += number(47_000_000, 4) + number(32, 4) + number(0, 2)
        let file = FileManager.default.temporaryDirectory.appending(path: "zip-\(UUID())")
        defer { try? FileManager.default.removeItem(at: file) }
        try data.write(to: file)
        let start = ContinuousClock.now
        let error = #expect(throws: ZipError.self) { try ZipArchive(file) }
        #expect(error?.code == code)
        // Reading the whole list takes seconds in a debug build; reading its end takes
        // milliseconds.
        #expect(ContinuousClock.now - start < .seconds(1))
    }

    @Test func changedByteIsDetected() throws {
        var data = Forged(entries: [("a", [1, 2, 3], nil)]).bytes()
        data[32] = 9
        let archive = try archive(data)
        let error = #expect(throws: ZipError.self) { try archive.data(archive.entries[0]) }
        #expect(error?.code == "zip_damaged")
    }
}
