import FamilyWeb
import Foundation
import PrepRules

/// A member's visits, for counting, export and deletion.
struct VisitRecords: MemberRecords {
    let name = "visits"
    let app: PrepApp

    func count(of member: Int64) async throws -> Int {
        try await app.visits.visits(of: member).count
    }

    func export(of member: Int64) async throws -> Data {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .sortedKeys
        return try encoder.encode(try await app.visits.visits(of: member))
    }

    func delete(of member: Int64) async throws { try await app.visits.deleteAll(of: member) }
}

/// The experiences of a member's household, which are deleted with the household.
struct ExperienceRecords: MemberRecords {
    let name = "experiences"
    let app: PrepApp

    private func all(of member: Int64) async throws -> [Experience] {
        guard let household = try await app.households.ofMember(member) else { return [] }
        return try await app.experiences.all(of: household).map(\.experience)
    }

    func count(of member: Int64) async throws -> Int { try await all(of: member).count }

    func export(of member: Int64) async throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(try await all(of: member))
    }

    /// Does nothing: experiences belong to the whole household, and ``PrepApp/maintain()`` removes
    /// them together with it.
    func delete(of member: Int64) async throws {}
}
