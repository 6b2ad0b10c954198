import FacialFunWire

/// Opens a JSON text so that every refusal names file, line and field.
enum StrictDocument {
    /// The document of a whole file.
    static func open(
        _ bytes: [UInt8], file: String, code: LevelsError.Code
    ) throws(LevelsError) -> JSONField<LevelsError> {
        try document(bytes, file: file, code: code) { steps in
            JSONParser.line(of: steps, in: bytes)
        }
    }

    /// The document of one line of a file of lines, counted from 1.
    static func open(
        _ bytes: [UInt8], line number: Int, file: String, code: LevelsError.Code
    ) throws(LevelsError) -> JSONField<LevelsError> {
        try document(bytes, file: file, code: code) { _ in number }
    }

    private static func document(
        _ bytes: [UInt8], file: String, code: LevelsError.Code,
        line: @escaping @Sendable ([JSONStep]) -> Int
    ) throws(LevelsError) -> JSONField<LevelsError> {
        let value: JSONValue
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(bytes)
        } catch {
            // No steps lead into a text that cannot be parsed: the line is that of the failure.
            let number = max(line([]), JSONParser.line(atByte: error.offset, of: bytes))
            throw LevelsError(
                code: code, message: "\(file), line \(number): not JSON: \(error.message)",
                line: number, cause: error)
        }
        return JSONField(file: file, document: value) { fault in
            let number = line(fault.steps)
            let place = fault.path.isEmpty ? "" : "\(fault.path): "
            return LevelsError(
                code: code, message: "\(fault.file), line \(number): \(place)\(fault.problem)",
                line: number)
        }
    }
}

extension JSONField<LevelsError> {
    /// Sees that the key `schema` names the only format that is read.
    func check(format: String) throws(LevelsError) {
        let field = try required("schema")
        guard try field.string() == format else {
            throw field.error("this program reads \"\(format)\" only")
        }
    }

    /// The network that the key `model` names.
    func model() throws(LevelsError) -> ModelSummary {
        let field = try required("model")
        try field.object(allowed: ["name", "version"])
        return ModelSummary(
            name: try field.required("name").name(),
            version: try field.required("version").name())
    }

    /// A share, 0…1.
    func share() throws(LevelsError) -> Double { try number(in: 0...1) }

    /// An emotion by its name.
    func emotion() throws(LevelsError) -> Emotion {
        guard let emotion = Emotion(rawValue: try string()) else {
            let names = Emotion.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("no emotion has this name; one of \(names) is wanted")
        }
        return emotion
    }
}
