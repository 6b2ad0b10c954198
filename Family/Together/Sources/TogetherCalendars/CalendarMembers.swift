import FamilyStore
import GRDB
import TogetherServer

extension CalendarPart {
    /// Members with calendars or a feed.
    package func storedMembers() async throws -> [Int64: Set<Int64>] {
        try await services.database.read { db in
            let rows = try Row.fetchAll(
                db,
                sql: """
                    SELECT household, member FROM together_calendar
                    UNION SELECT household, member FROM together_calendar_feed
                    """)
            return Dictionary(grouping: rows) { $0["household"] as Int64 }
                .mapValues { Set($0.map { $0["member"] as Int64 }) }
        }
    }
}
