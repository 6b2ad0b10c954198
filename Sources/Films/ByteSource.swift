/// Bytes that come one after the other, read as they are needed.
struct ByteSource {
    /// Bytes per read.
    private static let chunk = 64 * 1024

    private let read: (UnsafeMutableRawBufferPointer) throws(FilmError) -> Int
    private var bytes: [UInt8] = []
    private var position = 0
    /// Number of bytes read.
    private(set) var taken = 0

    /// Takes what gives the bytes: as many as it has, 0 at the end.
    init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws(FilmError) -> Int) {
        self.read = read
    }

    /// The next byte; nil at the end.
    mutating func next() throws(FilmError) -> UInt8? {
        if position == bytes.count {
            var count = 0
            var failure: FilmError?
            bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
                do throws(FilmError) {
                    count = try read(UnsafeMutableRawBufferPointer(buffer))
                } catch {
                    failure = error
                }
                filled = count
            }
            position = 0
            if let failure { throw failure }
            if count == 0 { return nil }
        }
        defer {
            position += 1
            taken += 1
        }
        return bytes[position]
    }

    /// Fills memory; false where the bytes end before.
    mutating func fill(_ memory: UnsafeMutableRawBufferPointer) throws(FilmError) -> Bool {
        var filled = min(memory.count, bytes.count - position)
        bytes.withUnsafeBytes {
            memory.copyBytes(from: $0[position..<(position + filled)])
        }
        position += filled
        taken += filled
        while filled < memory.count {
            let count = try read(UnsafeMutableRawBufferPointer(rebasing: memory[filled...]))
            if count == 0 { return false }
            filled += count
            taken += count
        }
        return true
    }

    /// Passes bytes over; false where they end before.
    mutating func skip(_ count: Int) throws(FilmError) -> Bool {
        for _ in 0..<count where try next() == nil { return false }
        return true
    }
}
