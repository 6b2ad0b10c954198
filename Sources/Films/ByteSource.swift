import FacialFun

/// A sequence of bytes, read on demand.
struct ByteSource {
    /// Bytes per read.
    private static let chunk = 64 * 1024

    private let read: (UnsafeMutableRawBufferPointer) throws(FacialFunError) -> Int
    private var bytes: [UInt8] = []
    private var position = 0
    /// Number of bytes read.
    private(set) var taken = 0

    /// Creates a source from a function that reads available bytes; it returns 0 at the end.
    init(_ read: @escaping (UnsafeMutableRawBufferPointer) throws(FacialFunError) -> Int) {
        self.read = read
    }

    /// The next byte; nil at the end.
    mutating func next() throws(FacialFunError) -> UInt8? {
        if position == bytes.count {
            var count = 0
            var failure: FacialFunError?
            bytes = [UInt8](unsafeUninitializedCapacity: Self.chunk) { buffer, filled in
                do throws(FacialFunError) {
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

    /// Fills memory; returns false if the bytes end before.
    mutating func fill(_ memory: UnsafeMutableRawBufferPointer) throws(FacialFunError) -> Bool {
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

    /// Skips bytes; returns false if they end before.
    mutating func skip(_ count: Int) throws(FacialFunError) -> Bool {
        for _ in 0..<count where try next() == nil { return false }
        return true
    }
}
