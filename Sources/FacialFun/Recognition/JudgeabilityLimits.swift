import FacialFunWire
import FoundationEssentials

/// Limits of a ``JudgeabilityGate``, stored in `judgeability.json` next to an emotion network.
///
/// `limits` has a number for each ``JudgeabilityLimit``; `model` and `measured` are for people.
package struct JudgeabilityLimits: Hashable, Sendable {
    /// The file's name in the network's folder.
    package static let fileName = "judgeability.json"
    /// The only supported format.
    package static let schemaName = "facialfun.judgeability/1"

    private let values: [JudgeabilityLimit: Double]

    /// A limit's value.
    package subscript(limit: JudgeabilityLimit) -> Double {
        guard let value = values[limit] else {
            preconditionFailure("every limit must have a value")
        }
        return value
    }

    /// Creates limits.
    ///
    /// - Parameter value: Returns the value of each limit, within its ``JudgeabilityLimit/range``.
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
    /// - Throws: `limitsUnsound`, with file and field.
    package init(directory: String) throws(FacialFunError) {
        let path = directory + "/" + Self.fileName
        let bytes: [UInt8]
        do {
            bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw Self.unsound("\(path) cannot be read")
        }
        try self.init(bytes: bytes, file: path)
    }

    /// Reads the file's text.
    ///
    /// - Parameters:
    ///   - bytes: The JSON text.
    ///   - file: File name for error messages.
    /// - Throws: `limitsUnsound`, with the field.
    package init(bytes: [UInt8], file: String) throws(FacialFunError) {
        let document: JSONValue
        do throws(JSONParser.Failure) {
            document = try JSONParser.parse(bytes, in: 0..<bytes.count)
        } catch {
            throw Self.unsound(
                "\(file): not JSON: \(error.message), at byte \(error.offset)")
        }
        let root = JSONField<FacialFunError>(file: file, document: document) { fault in
            Self.unsound("\(fault)")
        }
        try root.object(allowed: ["schema", "model", "limits", "measured"])
        let schema = try root.required("schema")
        guard try schema.string() == Self.schemaName else {
            throw schema.error("expected \"\(Self.schemaName)\"")
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

    private static func unsound(_ trouble: String) -> FacialFunError {
        FacialFunError(
            code: .limitsUnsound,
            message: """
                \(trouble). This file decides which faces can be judged. Install the model again, or, \
                for your own network, create it with python3 -m training.measure.gate.
                """)
    }
}
