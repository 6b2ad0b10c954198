import FacialFunWire

/// The tensors of a safetensors file, checked and in memory in their stored format.
///
/// The format: 8 bytes with the header's length (little endian), a JSON header with each tensor's
/// `dtype`, `shape` and `data_offsets`, then the numbers. Every byte of the data must belong to
/// exactly one tensor.
package struct SafetensorsFile: Sendable {
    /// One tensor of the file.
    struct Entry: Sendable {
        let type: ElementType
        let shape: [Int]
        let elements: Int
        /// Position of the numbers in ``SafetensorsFile/bytes``; empty if they are not kept.
        var range: Range<Int>
    }

    /// Name of the file in error messages.
    let file: String
    let bytes: [UInt8]
    let entries: [String: Entry]

    /// The names of the tensors, sorted.
    package var names: [String] { entries.keys.sorted() }

    /// Reads a file.
    ///
    /// - Throws: `unreadableFile`, `fileTooLarge` or `malformedWeights`, with file and tensor.
    package init(path: String) throws(NetworkError) {
        try self.init(
            bytes: try readFile(path, limit: Limits.weightsFileBytes), file: fileName(of: path))
    }

    /// Parses a file's bytes.
    ///
    /// - Throws: `malformedWeights`, with file and tensor.
    package init(bytes: [UInt8], file: String) throws(NetworkError) {
        self.file = file
        self.bytes = bytes
        let start = try Self.dataStart(bytes, file)
        let header: JSONValue
        do throws(JSONParser.Failure) {
            header = try JSONParser.parse(bytes, in: 8..<start)
        } catch {
            throw NetworkError(
                code: .malformedWeights,
                message: "\(file): header: not JSON: \(error.message), at byte \(error.offset)",
                cause: error)
        }
        let field = JSONField(file: file, document: header, code: .malformedWeights)
        var entries: [String: Entry] = [:]
        for member in try field.members() where member.name != "__metadata__" {
            let tensor = field.child(member)
            entries[member.name] = try Self.entry(tensor, start: start, end: bytes.count)
        }
        self.entries = entries
        try checkThatEveryByteIsUsedOnce(from: start)
    }

    private init(file: String, bytes: [UInt8], entries: [String: Entry]) {
        (self.file, self.bytes, self.entries) = (file, bytes, entries)
    }

    /// The same file with the numbers of only these tensors; types and shapes of the others are
    /// kept.
    func keepingNumbers(of names: Set<String>) -> SafetensorsFile {
        var (kept, entries) = ([UInt8](), entries)
        for (name, entry) in entries {
            let start = kept.count
            if names.contains(name) { kept += bytes[entry.range] }
            entries[name]?.range = start..<kept.count
        }
        return SafetensorsFile(file: file, bytes: kept, entries: entries)
    }

    /// Start of the data.
    private static func dataStart(_ bytes: [UInt8], _ file: String) throws(NetworkError) -> Int {
        guard bytes.count >= 8 else {
            throw NetworkError(
                code: .malformedWeights,
                message: "\(file): header length: the file ends before it")
        }
        let length = bytes[..<8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard length >= 2, length <= UInt64(Limits.safetensorsHeaderBytes),
            length <= UInt64(bytes.count - 8)
        else {
            throw NetworkError(
                code: .malformedWeights,
                message: "\(file): header length: \(length) bytes do not fit a file of "
                    + "\(bytes.count) bytes and the limit of \(Limits.safetensorsHeaderBytes)")
        }
        return 8 + Int(length)
    }

    private static func entry(
        _ tensor: JSONField, start: Int, end: Int
    ) throws(NetworkError) -> Entry {
        try tensor.object(allowed: ["dtype", "shape", "data_offsets"])
        let typeField = try tensor.required("dtype")
        guard let type = ElementType(rawValue: try typeField.string()) else {
            throw typeField.error("expected F32 or F16")
        }
        let shapeField = try tensor.required("shape")
        let lengths = try shapeField.elements()
        guard lengths.count <= 8 else { throw shapeField.error("more than 8 axes") }
        var shape: [Int] = []
        var elements = 1
        for length in lengths {
            shape.append(try length.integer(in: 1...Limits.tensorElements))
            let (product, overflow) = elements.multipliedReportingOverflow(
                by: shape[shape.count - 1])
            guard !overflow, product <= Limits.tensorElements else {
                throw shapeField.error("more than \(Limits.tensorElements) numbers")
            }
            elements = product
        }
        let offsetsField = try tensor.required("data_offsets")
        let offsets = try offsetsField.integers(count: 2, in: 0...(end - start))
        guard offsets[0] <= offsets[1], offsets[1] - offsets[0] == elements * type.bytes else {
            throw offsetsField.error(
                "\(elements) numbers of \(type.rawValue) take \(elements * type.bytes) bytes")
        }
        return Entry(
            type: type, shape: shape, elements: elements,
            range: (start + offsets[0])..<(start + offsets[1]))
    }

    private func checkThatEveryByteIsUsedOnce(from start: Int) throws(NetworkError) {
        var next = start
        let ordered = entries.sorted {
            ($0.value.range.lowerBound, $0.key) < ($1.value.range.lowerBound, $1.key)
        }
        for (name, entry) in ordered {
            let begin = entry.range.lowerBound
            guard begin == next else {
                throw NetworkError(
                    code: .malformedWeights,
                    message: "\(file): \(printable(name)).data_offsets: "
                        + (begin < next ? "overlaps another tensor" : "leaves a gap before it"))
            }
            next = entry.range.upperBound
        }
        guard next == bytes.count else {
            throw NetworkError(
                code: .malformedWeights,
                message: "\(file): data: \(bytes.count - next) bytes after the last tensor")
        }
    }
}
