import CommandSupport
import FacialFun
import FacialFunWire
import Glibc
import NeuralNetwork

/// A model with the user's own classes: the base model's files with an additional layer, and its
/// card.
struct FittedModel {
    private static let maxManifestBytes = 4 << 20
    private static let maxWeightsBytes = 256 << 20
    private static let weightName = "classes.weight"
    private static let biasName = "classes.bias"

    /// The folder of the base model.
    let base: String
    /// The names of the classes.
    let names: [String]
    /// The layer.
    let regression: LogisticRegression
    /// Its temperature.
    let temperature: Double
    /// Its card.
    let card: FitCard

    /// Checks that the output does not exist, before a long computation starts.
    ///
    /// - Throws: ``CommandError`` with the remedy.
    static func checkTarget(_ target: InputPath) throws(CommandError) {
        guard case .success = InputWalker.status(of: target, followingLinks: false) else { return }
        guard case .success(let entries) = InputWalker.entries(of: target), entries.isEmpty else {
            throw CommandError(
                writing: target.display,
                because: "it already exists. Name a new folder.")
        }
    }

    /// Writes the folder, with the manifest last, so a folder with a manifest is complete.
    ///
    /// - Throws: ``CommandError`` if the base cannot be read or the folder cannot be written.
    func write(to target: InputPath) throws(CommandError) {
        let manifest = try parsed(try read("manifest.json", Self.maxManifestBytes), "manifest.json")
        guard case .string(let file)? = manifest["weights"]?["file"] else {
            throw damaged("manifest.json", "it does not name a file of weights")
        }
        let weights = try extended(try read(file, Self.maxWeightsBytes), file)
        let folder = try OutputFolder(path: target)
        func put(_ bytes: [UInt8], _ name: String) throws(CommandError) {
            try folder.write(bytes, stem: InputPath(name), suffix: "")
        }
        try put(weights, file)
        try put(try read("judgeability.json", Self.maxManifestBytes), "judgeability.json")
        try put(Array(card.markdown.utf8), "README.md")
        let text = described(manifest, weights: weights).compactText + "\n"
        try put(Array(text.utf8), "manifest.json")
    }

    /// The manifest with the classes and the new weights.
    private func described(_ manifest: JSONValue, weights: [UInt8]) -> JSONValue {
        let classes = JSONValue.object([
            ("labels", .array(names.map { .string($0) })), ("weight", .string(Self.weightName)),
            ("bias", .string(Self.biasName)), ("temperature", .number(temperature)),
        ])
        return
            manifest
            .setting("weights") { file in
                file.setting("bytes") { _ in .integer(weights.count) }
                    .setting("sha256") { _ in .string(sha256(weights)) }
            }
            .setting("emotion") { $0.setting("classes") { _ in classes } }
            .setting("provenance") { $0.setting("classes") { _ in card.provenance } }
    }

    /// The bytes of a safetensors file with the layer appended to its tensors; the layer of an
    /// earlier fit is replaced.
    private func extended(_ bytes: [UInt8], _ file: String) throws(CommandError) -> [UInt8] {
        let length = bytes.prefix(8).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count >= 8, length >= 2, length <= bytes.count - 8 else {
            throw damaged(file, "its header is truncated")
        }
        let header = try parsed(Array(bytes[8..<8 + length]), file)
        guard case .members(let members) = header else { throw damaged(file, "it has no header") }
        var data: [UInt8] = []
        var entries: [(String, JSONValue)] = []
        func append(
            _ name: String, _ type: JSONValue, _ shape: JSONValue, _ content: some Collection<UInt8>
        ) {
            let start = data.count
            data += content
            let offsets = JSONValue.array([.integer(start), .integer(data.count)])
            entries.append(
                (name, .object([("dtype", type), ("shape", shape), ("data_offsets", offsets)])))
        }
        for member in members {
            guard ![Self.weightName, Self.biasName].contains(where: member.name.hasSameUTF8) else {
                continue
            }
            guard !member.name.hasSameUTF8(as: "__metadata__") else {
                entries.append((member.name, member.value))
                continue
            }
            guard let type = member.value["dtype"], let shape = member.value["shape"],
                case .array(let offsets)? = member.value["data_offsets"], offsets.count == 2,
                case .integer(let start) = offsets[0], case .integer(let end) = offsets[1],
                start >= 0, end >= start, end <= bytes.count - 8 - length
            else {
                throw damaged(
                    file,
                    "the tensor \(SafeText.escaped(member.name)) has an invalid entry in the header"
                )
            }
            append(member.name, type, shape, bytes[(8 + length + start)..<(8 + length + end)])
        }
        let features = regression.weights.first?.count ?? 0
        append(
            Self.weightName, .string("F32"),
            .array([.integer(names.count), .integer(features)]),
            regression.weights.joined().flatMap(Self.littleEndian))
        append(
            Self.biasName, .string("F32"), .array([.integer(names.count)]),
            regression.bias.flatMap(Self.littleEndian))
        var text = Array(JSONValue.object(entries).compactText.utf8)
        // Aligns the numbers.
        text += [UInt8](repeating: UInt8(ascii: " "), count: (8 - text.count % 8) % 8)
        let size = (0..<8).map { UInt8(truncatingIfNeeded: text.count >> (8 * $0)) }
        return size + text + data
    }

    private static func littleEndian(_ number: Float) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: number.bitPattern >> (8 * UInt32($0))) }
    }

    private func read(_ name: String, _ limit: Int) throws(CommandError) -> [UInt8] {
        let path = InputPath(base + "/" + name)
        do throws(CommandError) {
            return try InputReader(maxBytes: limit).read(.file(path))
        } catch {
            throw CommandError(
                code: .unfit, message: "Cannot read \(path.display): \(error.message)")
        }
    }

    private func parsed(_ bytes: [UInt8], _ name: String) throws(CommandError) -> JSONValue {
        do throws(JSONParser.Failure) {
            return try JSONParser.parse(bytes)
        } catch {
            throw damaged(name, "it is not JSON: \(error.message)")
        }
    }

    private func damaged(_ name: String, _ reason: String) -> CommandError {
        CommandError(
            code: .unfit,
            message: "\(InputPath(base + "/" + name).display): \(reason). Install the model again.")
    }
}

extension JSONValue {
    /// The object with one member changed, or appended.
    fileprivate func setting(_ name: String, _ change: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .members(let members) = self else { return .object([(name, change(.null))]) }
        guard members.contains(where: { $0.name.hasSameUTF8(as: name) }) else {
            return .members(members + [JSONMember(name: name, value: change(.null))])
        }
        return .members(
            members.map { member in
                member.name.hasSameUTF8(as: name)
                    ? JSONMember(name: name, value: change(member.value)) : member
            })
    }
}
