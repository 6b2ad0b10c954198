import CZlib
package import Foundation

/// A rejected zip file, with the reason.
package struct ZipError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable code: `not_a_zip`, `zip_too_large`, `zip_name`, `zip_duplicate`, `zip_bomb`,
    /// `zip_unsupported`, `zip_damaged`.
    package let code: String
    package let message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// Limits for untrusted zip files.
package struct ZipLimits: Hashable, Sendable {
    package var entries = 500
    /// Maximum unpacked size of all entries, in bytes.
    package var totalBytes = 600_000_000
    /// Maximum unpacked size of one entry, in bytes.
    package var entryBytes = 100_000_000
    /// Maximum ratio of unpacked to packed bytes.
    package var ratio = 100

    package init() {}
}

/// Reads a zip file strictly.
///
/// Everything is checked before anything is unpacked.
///
/// Rejects names outside the archive's folder, duplicates, overlapping entries, links, encryption,
/// methods other than store and deflate, and the ZIP64 extensions.
package struct ZipArchive: Sendable {
    package struct Entry: Hashable, Sendable {
        package let name: String
        package let size: Int
        let packed: Int
        let method: UInt16
        let crc: UInt32
        let offset: Int
    }

    package let entries: [Entry]
    private let file: URL
    private let limits: ZipLimits

    /// Reads the central directory.
    package init(_ file: URL, limits: ZipLimits = ZipLimits()) throws(ZipError) {
        self.file = file
        self.limits = limits
        entries = try Self.reading(file) { handle throws(ZipError) in
            try Self.entries(handle, limits: limits)
        }
    }

    private static func reading<Value>(
        _ file: URL, _ body: (FileHandle) throws(ZipError) -> Value
    ) throws(ZipError) -> Value {
        guard let handle = try? FileHandle(forReadingFrom: file) else {
            throw ZipError("not_a_zip", "The file cannot be read. Choose another one.")
        }
        defer { try? handle.close() }  // Read-only, so errors do not matter.
        return try body(handle)
    }

    private static let damaged = ZipError(
        "zip_damaged", "The zip file is damaged or incomplete. Export it again.")

    private static func bytes(
        _ handle: FileHandle, at offset: Int, count: Int
    ) throws(ZipError) -> [UInt8] {
        guard offset >= 0, count >= 0, (try? handle.seek(toOffset: UInt64(offset))) != nil,
            let data = try? handle.read(upToCount: count) ?? Data(), data.count == count
        else { throw damaged }
        return [UInt8](data)
    }

    private static func entries(
        _ handle: FileHandle, limits: ZipLimits
    ) throws(ZipError) -> [Entry] {
        guard let size = (try? handle.seekToEnd()).map({ Int($0) }), size >= 22 else {
            throw ZipError("not_a_zip", "The file is not a zip file. Choose another one.")
        }
        let tail = try bytes(handle, at: max(0, size - 65_557), count: min(size, 65_557))
        guard
            let end = (0...(tail.count - 22)).reversed().first(where: {
                tail.number(at: $0, 4) == 0x0605_4b50
                    && $0 + 22 + tail.number(at: $0 + 20, 2) == tail.count
            })
        else { throw ZipError("not_a_zip", "The file is not a zip file. Choose another one.") }
        let count = tail.number(at: end + 10, 2)
        let length = tail.number(at: end + 12, 4)
        let start = tail.number(at: end + 16, 4)
        guard count != 0xffff, length != 0xffff_ffff, start != 0xffff_ffff,
            tail.number(at: end + 4, 2) == 0, tail.number(at: end + 8, 2) == count
        else {
            throw ZipError(
                "zip_unsupported", "Split zip files and those beyond 4 GB cannot be read.")
        }
        // The count wraps around after 65,535, so the length of the list decides.
        guard count <= limits.entries, length <= limits.entries * 512 else {
            throw ZipError(
                "zip_too_large", "The zip file has more than \(limits.entries) entries.")
        }
        let offset = size - tail.count + end
        guard start + length == offset else { throw damaged }
        return try parse(
            bytes(handle, at: start, count: length), count: count, start: start, limits: limits)
    }

    private static func parse(
        _ list: [UInt8], count: Int, start: Int, limits: ZipLimits
    ) throws(ZipError) -> [Entry] {
        var entries: [Entry] = []
        var names: Set<String> = []
        var total = 0
        var at = 0
        for _ in 0..<count {
            guard at + 46 <= list.count, list.number(at: at, 4) == 0x0201_4b50 else {
                throw damaged
            }
            let (nameLength, extra) = (list.number(at: at + 28, 2), list.number(at: at + 30, 2))
            let comment = list.number(at: at + 32, 2)
            let next = at + 46 + nameLength + extra + comment
            guard next <= list.count else { throw damaged }
            // Check the length before comparing the name as text.
            guard nameLength <= 200 else {
                throw ZipError(
                    "zip_name", "The zip file has an entry whose name has more than 200 bytes.")
            }
            let name = String(decoding: list[(at + 46)..<(at + 46 + nameLength)], as: UTF8.self)
            let entry = Entry(
                name: name, size: list.number(at: at + 24, 4), packed: list.number(at: at + 20, 4),
                method: UInt16(list.number(at: at + 10, 2)),
                crc: UInt32(list.number(at: at + 16, 4)), offset: list.number(at: at + 42, 4))
            let mode = list.number(at: at + 38, 4) >> 16
            try check(entry, flags: list.number(at: at + 8, 2), mode: mode, limits: limits)
            guard names.insert(name.lowercased()).inserted else {
                throw ZipError("zip_duplicate", "The zip file contains \"\(name)\" twice.")
            }
            total += entry.size
            guard total <= limits.totalBytes else {
                throw ZipError(
                    "zip_too_large",
                    "Unpacked, the zip file has more than \(limits.totalBytes / 1_000_000) MB.")
            }
            entries.append(entry)
            at = next
        }
        guard at == list.count else { throw damaged }
        // Reject overlapping entries, which small zip bombs use to unpack to huge sizes.
        var last = 0
        for entry in entries.sorted(by: { $0.offset < $1.offset }) {
            guard entry.offset >= last else {
                throw ZipError("zip_bomb", "Entries of the zip file overlap.")
            }
            last = entry.offset + 30 + entry.name.utf8.count + entry.packed
            guard last <= start else { throw damaged }
        }
        return entries
    }

    private static func check(
        _ entry: Entry, flags: Int, mode: Int, limits: ZipLimits
    ) throws(ZipError) {
        let parts = entry.name.split(separator: "/", omittingEmptySubsequences: false)
        guard !entry.name.isEmpty, entry.name.utf8.count <= 200,
            !entry.name.contains("\\"), !entry.name.contains("\u{fffd}"),
            entry.name.utf8.allSatisfy({ $0 >= 32 && $0 != 127 }),
            parts.allSatisfy({ !$0.isEmpty && $0 != "." && $0 != ".." && !$0.contains(":") })
        else {
            throw ZipError(
                "zip_name", "The zip file has an entry with a name that is not allowed.")
        }
        guard flags & 0x2041 == 0, mode & 0o170000 == 0 || mode & 0o170000 == 0o100000,
            entry.method == 0 || entry.method == 8
        else {
            throw ZipError(
                "zip_unsupported",
                "\"\(entry.name)\" is encrypted, a link, or compressed in an unknown way.")
        }
        guard entry.size <= limits.entryBytes else {
            throw ZipError(
                "zip_too_large",
                "\"\(entry.name)\" has more than \(limits.entryBytes / 1_000_000) MB.")
        }
        guard entry.method == 8 || entry.size == entry.packed,
            entry.size <= 1000 + entry.packed * limits.ratio
        else { throw ZipError("zip_bomb", "\"\(entry.name)\" unpacks to too many bytes.") }
    }

    /// Unpacks an entry.
    ///
    /// Its size and checksum must match the central directory.
    package func read(_ entry: Entry, _ write: (Data) throws -> Void) throws {
        let result: Result<Void, any Error> = try Self.reading(file) { handle throws(ZipError) in
            let head = try Self.bytes(handle, at: entry.offset, count: 30)
            let nameLength = head.number(at: 26, 2)
            let name = try Self.bytes(handle, at: entry.offset + 30, count: nameLength)
            guard head.number(at: 0, 4) == 0x0403_4b50,
                // Compared as bytes, because only the name in the list was checked as text.
                name.elementsEqual(entry.name.utf8),
                head.number(at: 8, 2) == Int(entry.method)
            else { throw Self.damaged }
            let start = entry.offset + 30 + nameLength + head.number(at: 28, 2)
            guard (try? handle.seek(toOffset: UInt64(start))) != nil else { throw Self.damaged }
            return Result { try Self.unpack(entry, handle, write) }
        }
        try result.get()
    }

    /// The bytes of an entry.
    package func data(_ entry: Entry) throws -> Data {
        var data = Data()
        try read(entry) { data.append($0) }
        return data
    }

    private static func unpack(
        _ entry: Entry, _ handle: FileHandle, _ write: (Data) throws -> Void
    ) throws {
        var crc = crc32(0, nil, 0)
        var size = 0
        func take(_ bytes: Data) throws {
            size += bytes.count
            guard size <= entry.size else { throw damaged }
            crc = bytes.withUnsafeBytes {
                crc32(crc, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
            }
            try write(bytes)
        }
        var left = entry.packed
        var stream = z_stream()
        let isPacked = entry.method == 8
        if isPacked {
            guard
                inflateInit2_(&stream, -15, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                    == Z_OK
            else { throw damaged }
        }
        defer { if isPacked { inflateEnd(&stream) } }
        while left > 0 {
            guard var part = try handle.read(upToCount: min(left, 1 << 17)), !part.isEmpty else {
                throw damaged
            }
            left -= part.count
            if isPacked { try inflate(&part, &stream, take) } else { try take(part) }
        }
        guard size == entry.size, UInt32(crc) == entry.crc else { throw damaged }
    }

    private static func inflate(
        _ part: inout Data, _ stream: inout z_stream, _ take: (Data) throws -> Void
    ) throws {
        var output = [UInt8](repeating: 0, count: 1 << 17)
        try part.withUnsafeMutableBytes { input in
            stream.next_in = input.bindMemory(to: UInt8.self).baseAddress
            stream.avail_in = UInt32(input.count)
            repeat {
                let status = output.withUnsafeMutableBufferPointer { room in
                    stream.next_out = room.baseAddress
                    stream.avail_out = UInt32(room.count)
                    return CZlib.inflate(&stream, Z_NO_FLUSH)
                }
                let count = output.count - Int(stream.avail_out)
                if count > 0 { try take(Data(output[..<count])) }
                if status == Z_STREAM_END { return }
                if status == Z_BUF_ERROR, count == 0 { return }
                guard status == Z_OK else { throw damaged }
            } while stream.avail_in > 0 || stream.avail_out == 0
        }
    }
}

/// Writes a zip file without compression, because pictures, sound and video are already compressed.
package struct ZipWriter {
    private let handle: FileHandle
    private var list: [UInt8] = []
    private var count = 0
    private var offset = 0

    /// Creates a new file.
    package init(_ file: URL) throws {
        guard FileManager.default.createFile(atPath: file.path, contents: nil) else {
            throw ZipError("disk_full", "Cannot write \(file.path). Free space on its disk.")
        }
        handle = try FileHandle(forWritingTo: file)
    }

    /// Adds the bytes of a file.
    package mutating func add(_ name: String, _ data: Data) throws {
        let crc = data.withUnsafeBytes {
            crc32(0, $0.bindMemory(to: UInt8.self).baseAddress, UInt32($0.count))
        }
        // Version 2.0, UTF-8 names, stored, and the earliest date that the format supports.
        var common: [UInt8] = []
        common.append(20, 2)
        common.append(0x0800, 2)
        common.append(0, 2)
        common.append(0, 2)
        common.append(0x21, 2)
        common.append(Int(crc), 4)
        common.append(data.count, 4)
        common.append(data.count, 4)
        common.append(name.utf8.count, 2)
        common.append(0, 2)
        var head: [UInt8] = []
        head.append(0x0403_4b50, 4)
        head += common + Array(name.utf8)
        try handle.write(contentsOf: Data(head))
        try handle.write(contentsOf: data)
        list.append(0x0201_4b50, 4)
        list.append(0x0314, 2)
        list += common
        list.append(0, 2)
        list.append(0, 2)
        list.append(0, 2)
        list.append(0o100644 << 16, 4)
        list.append(offset, 4)
        list += Array(name.utf8)
        offset += head.count + data.count
        count += 1
        guard offset < 0xffff_0000 else {
            throw ZipError("zip_too_large", "The experience is too large for a zip file.")
        }
    }

    /// Writes the central directory and closes the file.
    package mutating func finish() throws {
        var end: [UInt8] = []
        end.append(0x0605_4b50, 4)
        end.append(0, 4)
        end.append(count, 2)
        end.append(count, 2)
        end.append(list.count, 4)
        end.append(offset, 4)
        end.append(0, 2)
        try handle.write(contentsOf: Data(list + end))
        try handle.close()
    }
}

extension [UInt8] {
    /// Reads a little-endian number.
    fileprivate func number(at offset: Int, _ count: Int) -> Int {
        (0..<count).reversed().reduce(0) { $0 << 8 | Int(self[offset + $1]) }
    }

    fileprivate mutating func append(_ number: Int, _ count: Int) {
        for offset in 0..<count { append(UInt8(number >> (8 * offset) & 0xff)) }
    }
}
