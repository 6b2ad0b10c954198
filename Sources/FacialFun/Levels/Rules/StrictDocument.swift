import FacialFunWire

/// Opens a JSON text; its errors contain file, line and field.
enum StrictDocument {
    /// The document of a whole file.
    static func open(
        _ bytes: [UInt8], file: String, code: FacialFunError.Code
    ) throws(FacialFunError) -> JSONField<FacialFunError> {
        try document(bytes, file: file, code: code) { steps in
            JSONParser.line(of: steps, in: bytes)
        }
    }

    /// The document in one line of a file; lines are counted from 1.
    static func open(
        _ bytes: [UInt8], line number: Int, file: String, code: FacialFunError.Code
    ) throws(FacialFunError) -> JSONField<FacialFunError> {
        try document(bytes, file: file, code: code) { _ in number }
    }

    private static func document(
        _ bytes: [UInt8], file: String, code: FacialFunError.Code,
        line: @escaping @Sendable ([JSONStep]) -> Int
    ) throws(FacialFunError) -> JSONField<FacialFunError> {
        let value: JSONValue
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(bytes)
        } catch {
            // The position of a syntax error is known only as a line, because a text that cannot be
            // parsed has no keys.
            let number = max(line([]), JSONParser.line(atByte: error.offset, of: bytes))
            throw FacialFunError(
                code: code, message: "\(file), line \(number): not JSON: \(error.message)",
                line: number)
        }
        return JSONField(file: file, document: value) { fault in
            let number = line(fault.steps)
            let location = fault.path.isEmpty ? "" : "\(fault.path): "
            return FacialFunError(
                code: code, message: "\(fault.file), line \(number): \(location)\(fault.problem)",
                line: number)
        }
    }
}

extension JSONField<FacialFunError> {
    /// Checks that the key `schema` names the only supported format.
    func check(format: String) throws(FacialFunError) {
        let field = try required("schema")
        guard try field.string() == format else {
            throw field.error("this program reads \"\(format)\" only")
        }
    }

    /// The network in the key `model`.
    func model() throws(FacialFunError) -> ModelSummary {
        let field = try required("model")
        try field.object(allowed: ["name", "version"])
        return ModelSummary(
            name: try field.required("name").name(),
            version: try field.required("version").name())
    }

    /// A share, 0…1.
    func share() throws(FacialFunError) -> Double { try number(in: 0...1) }

    /// An emotion by its name.
    func emotion() throws(FacialFunError) -> Emotion {
        guard let emotion = Emotion(rawValue: try string()) else {
            let names = Emotion.allCases.map(\.rawValue).joined(separator: ", ")
            throw error("unknown emotion; expected one of \(names)")
        }
        return emotion
    }
}
