package import Foundation

/// Records that an app stores about members.
///
/// The kit counts, exports and deletes them.
package protocol MemberRecords: Sendable {
    /// The key in a member's export.
    var name: String { get }

    /// The number of records about a member.
    func count(of member: Int64) async throws -> Int
    /// All records about a member, as one JSON value.
    func export(of member: Int64) async throws -> Data
    /// Deletes all records about a member.
    func delete(of member: Int64) async throws
}

extension Sequence where Element == any FamilyApp {
    /// All records of the given members as JSON: by app, by record name, by member.
    ///
    /// - Returns: The object; nil if no app keeps records.
    package func export(of members: [Int64]) async throws -> Data? {
        var apps: [String] = []
        for app in self where !app.records.isEmpty {
            var records: [String] = []
            for record in app.records {
                var values: [String] = []
                for member in members {
                    let value = String(decoding: try await record.export(of: member), as: UTF8.self)
                    values.append("\"\(member)\":\(value)")
                }
                records.append("\"\(record.name)\":{\(values.joined(separator: ","))}")
            }
            apps.append("\"\(app.id)\":{\(records.joined(separator: ","))}")
        }
        return apps.isEmpty ? nil : Data("{\(apps.joined(separator: ","))}".utf8)
    }

    /// Deletes all records of the given members.
    ///
    /// Continues after an error, and throws the first one at the end.
    package func deleteRecords(of members: [Int64]) async throws {
        var failure: (any Error)?
        for app in self {
            for record in app.records {
                for member in members {
                    do { try await record.delete(of: member) } catch { failure = failure ?? error }
                }
            }
        }
        if let failure { throw failure }
    }
}
