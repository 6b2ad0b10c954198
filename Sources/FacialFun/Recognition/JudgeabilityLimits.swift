import FacialFunWire
import FoundationEssentials

/// Limits of a ``JudgeabilityGate``, stored in `judgeability.json` next to an emotion network.
///
/// `limits` has a number for each ``JudgeabilityLimit``; `model` and `measured` are for people.
package struct JudgeabilityLimits: Hashable, Sendable {
    /// The file's name in the network's folder.
    package static let fileName = "judgeability.json"
    /// The only form that is read.
    package static let schemaName = "facialfun.judgeability/1"

    private let values: [JudgeabilityLimit: Double]

    /// A limit's value.
    package subscript(limit: JudgeabilityLimit) -> Double {
        guard let value = values[limit] else { preconditionFailure("every limit has a value") }
        return value
    }

    /// Makes limits.
    ///
    /// - Parameter value: Gives each limit, within its ``JudgeabilityLimit/range``.
    package init(_ value: (JudgeabilityLimit) -> Double) {
        var values: [JudgeabilityLimit: Double] = [:]
        for limit in JudgeabilityLimit.allCases {
            let bound = value(limit)
            precondition(limit.range.contains(bound), "\(limit.rawValue) cannot be \(bound)")
            values[limit] = bound
        }
        self.values = values
    }

    /// Reads the file of a network.
    ///
    /// - Parameter directory: The emotion network's folder.
    /// - Throws: `limitsUnsound`, with the file and the field that is wrong.
    package init(directory: String) throws(RecognizerError) {
        let path = directory + "/" + Self.fileName
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw Self.unsound("\(path) cannot be read", cause: error)
        }
        try self.init(bytes: bytes, file: path)
    }

    /// Reads the file's text.
    ///
    /// - Parameters:
    ///   - bytes: The text, JSON.
    ///   - file: What error messages call it.
    /// - Throws: `limitsUnsound`, with the field that is wrong.
    package init(bytes: [UInt8], file: String) throws(RecognizerError) {
        let document: JSONValue
        do throws(JSONParser.Failure) {
            document = try JSONParser.parse(bytes, in: 0..<bytes.count)
        } catch {
            throw Self.unsound(
                "\(file): not JSON: \(error.message), at byte \(error.offset)", cause: error)
        }
        let root = JSONField<RecognizerError>(file: file, document: document) { fault in
            Self.unsound("\(fault)")
        }
        try root.object(allowed: ["schema", "model", "limits", "measured"])
        let schema = try root.required("schema")
        guard try schema.string() == Self.schemaName else {
            throw schema.error("\"\(Self.schemaName)\" is wanted")
        }
        let limits = try root.required("limits")
        try limits.object(allowed: Set(JudgeabilityLimit.allCases.map(\.rawValue)))
        var values: [JudgeabilityLimit: Double] = [:]
        for limit in JudgeabilityLimit.allCases {
            if let free = limit.defaultValue {
                values[limit] =
                    try limits.optional(limit.rawValue)?.number(in: limit.range) ?? free
            } else {
                values[limit] = try limits.required(limit.rawValue).number(in: limit.range)
            }
        }
        self.values = values
    }

    private static func unsound(_ trouble: String, cause: (any Error)? = nil) -> RecognizerError {
        RecognizerError(
            code: .limitsUnsound,
            message: """
                \(trouble). The file says which faces can be judged: install the model again, or, \
                beside a network of your own, make it by python3 -m training.measure.gate.
                """, cause: cause)
    }
}
