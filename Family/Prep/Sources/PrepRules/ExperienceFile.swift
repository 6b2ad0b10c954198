import FamilyText
package import Foundation

/// An error in the JSON of an experience.
package struct ExperienceError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A stable code: `malformed`, `duplicate_key`, `unsupported_version`.
    package let code: String
    package let message: String

    package init(_ code: String, _ message: String) {
        self.code = code
        self.message = message
    }

    package var description: String { message }
}

/// Reads and writes experiences as JSON.
package enum ExperienceFile {
    /// Maximum size of an experience in bytes.
    package static let mostBytes = 512_000

    /// Reads an experience.
    ///
    /// Rejects unknown members, duplicate keys and other versions.
    package static func read(_ data: Data) throws(ExperienceError) -> Experience {
        guard data.count <= mostBytes else {
            throw ExperienceError(
                "too_large", "The experience has more than \(mostBytes / 1000) kB. Shorten it.")
        }
        try refuseMarks(in: data)
        if let key = DuplicateKey.first(in: data) {
            throw ExperienceError(
                "duplicate_key", "Duplicate key \"\(key)\" in one object. Keep one of them.")
        }
        let experience: Experience
        do {
            experience = try JSONDecoder().decode(Experience.self, from: data)
        } catch let error as DecodingError {
            throw ExperienceError("malformed", describe(error))
        } catch {
            throw ExperienceError("malformed", "The experience cannot be read.")
        }
        guard experience.version == Experience.version else {
            throw ExperienceError(
                "unsupported_version",
                "Version \(experience.version) of experiences is unknown; this server reads version "
                    + "\(Experience.version). Update the server.")
        }
        return experience
    }

    /// Rejects text with long runs of combining marks, which would be slow to compare.
    static func refuseMarks(in data: Data) throws(ExperienceError) {
        guard !CombiningMarks.mayBeHidden(in: data) else {
            throw ExperienceError("malformed", "The file must be JSON in UTF-8.")
        }
        guard !CombiningMarks.isLimitExceeded(in: data, escaping: .json) else {
            throw ExperienceError(
                "too_many_marks",
                "A letter can have at most \(CombiningMarks.longestRun) accents. Remove some.")
        }
    }

    /// Writes an experience.
    ///
    /// Equal experiences result in equal bytes.
    package static func write(_ experience: Experience) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(experience)
    }

    private static func describe(_ error: DecodingError) -> String {
        func path(_ context: DecodingError.Context) -> String {
            let names = context.codingPath.map {
                $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)"
            }
            return names.isEmpty ? "the experience" : "experience\(names.joined())"
        }
        return switch error {
        case .keyNotFound(let key, let context):
            "Missing member \"\(key.stringValue)\" in \(path(context))."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "Unexpected type of \(path(context))."
        case .dataCorrupted(let context):
            context.debugDescription.hasPrefix("unknown member")
                ? "Unknown member: \(path(context))." : "Cannot read the value of \(path(context))."
        @unknown default: "The experience cannot be read."
        }
    }
}

/// Finds duplicate keys in JSON objects, which readers interpret differently.
enum DuplicateKey {
    /// The first duplicate key; nil if there is none.
    ///
    /// Invalid JSON is left to the decoder.
    static func first(in data: Data) -> String? {
        let bytes = [UInt8](data)
        /// A set of keys for each open object, nil for each open array.
        var open: [Set<String>?] = []
        var isKeyNext = false
        var at = 0
        while at < bytes.count {
            switch bytes[at] {
            case UInt8(ascii: "{"):
                open.append([])
                isKeyNext = true
            case UInt8(ascii: "["):
                open.append(nil)
                isKeyNext = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                if !open.isEmpty { open.removeLast() }
                isKeyNext = false
            case UInt8(ascii: ","):
                isKeyNext = open.last.flatMap { $0 } != nil
            case UInt8(ascii: "\""):
                let start = at
                at += 1
                while at < bytes.count, bytes[at] != UInt8(ascii: "\"") {
                    at += bytes[at] == UInt8(ascii: "\\") ? 2 : 1
                }
                guard at < bytes.count else { return nil }
                if isKeyNext, let last = open.indices.last {
                    let key =
                        (try? JSONDecoder().decode(String.self, from: Data(bytes[start...at])))
                        ?? ""
                    if open[last]?.insert(key).inserted == false { return key }
                    isKeyNext = false
                }
            default: break
            }
            at += 1
        }
        return nil
    }
}
