@testable import FacialFun
@testable import Films

/// Streams of concatenated pictures that arrive in chunks of arbitrary size.
enum StreamTargets {
    /// Files on standard input: the first two bytes select the size of the chunks and the maximum
    /// size of a file.
    @Sendable static func jpegs(_ bytes: [UInt8]) {
        guard bytes.count > 2 else { return }
        let stream = Array(bytes.dropFirst(2))
        let maxBytes = 1 + Int(bytes[1]) * 16
        let pieces = split(stream, step: 1 + Int(bytes[0]), maxBytes: maxBytes)
        let whole = split(stream, step: stream.count, maxBytes: maxBytes)
        precondition(pieces.map(\.bytes) == whole.map(\.bytes), "files depend on the pieces")
        var taken = 0
        for file in pieces {
            guard let bytes = file.bytes else { continue }
            taken += bytes.count
            precondition(bytes.starts(with: [0xFF, 0xD8, 0xFF]), "a file that begins as none")
            precondition(bytes.count <= maxBytes, "a file that is too large")
        }
        precondition(taken <= stream.count, "more bytes than there were")
    }

    private static func split(
        _ stream: [UInt8], step: Int, maxBytes: Int
    ) -> [JPEGStream.File] {
        var splitter = JPEGSplitter(maxBytes: maxBytes)
        var files: [JPEGStream.File] = []
        for start in stride(from: 0, to: stream.count, by: step) {
            splitter.append(Array(stream[start..<min(start + step, stream.count)]))
            while let file = splitter.next(atEnd: false) { files.append(file) }
        }
        while let file = splitter.next(atEnd: true) { files.append(file) }
        return files
    }

    /// The output of ffmpeg; the first byte selects the size of the chunks.
    @Sendable static func frames(_ bytes: [UInt8]) {
        guard let first = bytes.first else { return }
        let stream = Array(bytes.dropFirst())
        let pieces = read(stream, step: 1 + Int(first))
        let whole = read(stream, step: max(1, stream.count))
        precondition(pieces == whole, "frames depend on the pieces")
    }

    private static let maxPixels = 1000

    /// The pixels and time of each frame, and the error at the end, if any.
    private static func read(_ stream: [UInt8], step: Int) -> [[Int]] {
        var position = 0
        var frames = MatroskaFrames(
            ByteSource { memory in
                let count = min(step, memory.count, stream.count - position)
                stream.withUnsafeBytes {
                    memory.copyBytes(from: $0[position..<(position + count)])
                }
                position += count
                return count
            }, maxPixels: maxPixels)
        var memory = ReusableImage()
        var found: [[Int]] = []
        do throws(FacialFunError) {
            while let (image, milliseconds) = try frames.next(into: &memory) {
                precondition(image.width > 0 && image.height > 0)
                precondition(image.width * image.height <= maxPixels, "a frame that is too large")
                found.append([milliseconds] + image.withPixels { $0.map(Int.init) })
            }
        } catch {
            precondition(error.code == .damaged || error.code == .tooLarge)
            precondition(!error.message.isEmpty)
            found.append([error.code == .damaged ? -1 : -2])
        }
        return found
    }
}

extension JPEGStream.File {
    /// The file's bytes; nil if the file was skipped.
    fileprivate var bytes: [UInt8]? {
        if case .whole(let bytes) = self { bytes } else { nil }
    }
}
