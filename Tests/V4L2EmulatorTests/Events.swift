import CameraTestSupport
import Foundation
import Testing
import TestSupport

/// One line of output of `camera.py`.
struct Event {
    private let fields: JSONDocument

    init(parsing line: Substring) throws { fields = try JSONDocument(parsing: Data(line.utf8)) }

    private subscript(name: String) -> JSONDocument? {
        if case .object(let members) = fields { members[name] } else { nil }
    }

    private func number(_ name: String) -> Double? {
        if case .number(let value)? = self[name] { value } else { nil }
    }

    /// Sequence number of a frame.
    var sequence: Int? { number("sequence").map { Int($0) } }
    var bytes: Int? { number("bytes").map { Int($0) } }
    var ageMilliseconds: Double? { number("ageMs") }
    var isMarkedDamaged: Bool { self["error"] == .boolean(true) }
    var digest: String? { if case .string(let text)? = self["sha256"] { text } else { nil } }

    /// The failed call and its error, such as "DQBUF ENODEV".
    var failure: String? {
        guard case .string(let call)? = self["call"], case .string(let name)? = self["errno"] else {
            return nil
        }
        return "\(call) \(name)"
    }

    /// A wait of 1.5 seconds without a frame.
    var isTimeout: Bool { self["timeout"] != nil }

    /// Events of poll other than frames.
    var trouble: [String] {
        guard case .array(let names)? = self["events"] else { return [] }
        return names.compactMap { if case .string(let name) = $0 { name } else { nil } }
    }

    /// Runs the script.
    static func of(_ arguments: String..., cameras: EmulatedCameras) throws -> [Event] {
        let python = try #require(ExternalProgram.python)
        let result = try python.run([ExternalProgram.script] + arguments, with: cameras)
        #expect(!result.errors.contains("Traceback"), "\(result.errors)")
        #expect(result.status != 124, "it hung")
        return try result.text.split(separator: "\n").map { try Event(parsing: $0) }
    }
}
