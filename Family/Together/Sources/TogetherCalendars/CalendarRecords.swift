import CalendarSync
import FamilyWeb
import Foundation

/// The member's connected calendars, without passwords and the data read from them.
struct CalendarRecords: MemberRecords {
    let name = "calendars"
    let store: CalendarStore

    private struct Exported: Encodable {
        let name: String
        let kind: String
        let address: String?
        let isTarget: Bool
        let hidden: [HiddenPart]
    }

    func count(of member: Int64) async throws -> Int {
        try await store.calendars(of: member).count
    }

    func export(of member: Int64) async throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(
            try await store.calendars(of: member).map {
                Exported(
                    name: $0.name, kind: $0.kind.rawValue, address: $0.address,
                    isTarget: $0.isTarget, hidden: $0.hidden)
            })
    }

    func delete(of member: Int64) async throws { try await store.deleteAll(of: member) }
}
