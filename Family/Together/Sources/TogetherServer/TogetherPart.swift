package import FamilyStore
package import FamilyWeb
package import Foundation
package import Logging

/// A part of Modern Family with its own tables and routes: calendars, playlists.
package protocol TogetherPart: Sendable {
    /// The part's schema, with its own app name such as `together-calendar`.
    static var migrations: [AppMigration] { get }
    /// Records that the part stores about members.
    var records: [any MemberRecords] { get }
    /// Registers routes below `/together`.
    func addRoutes(to routes: AppRoutes)
    func start() async throws
    func stop() async
    /// Runs periodic work; called every hour.
    func maintain() async throws
    /// The members with stored data, by household.
    func storedMembers() async throws -> [Int64: Set<Int64>]
    /// Removes the data of a deleted member, except data that others use.
    func remove(member: Int64, of household: Int64) async throws
    /// Removes all data of a household.
    func removeAll(of household: Int64) async throws
    /// Faults of the stored data, one sentence each.
    func findings() async throws -> [String]
}

extension TogetherPart {
    package static var migrations: [AppMigration] { [] }
    package var records: [any MemberRecords] { [] }
    package func start() async throws {}
    package func stop() async {}
    package func maintain() async throws {}
    package func storedMembers() async throws -> [Int64: Set<Int64>] { [:] }
    package func remove(member: Int64, of household: Int64) async throws {}
    package func removeAll(of household: Int64) async throws {}
    package func findings() async throws -> [String] { [] }
}

/// Busy times of members from calendars on other servers.
package protocol CalendarSource: Sendable {
    /// Busy times without titles.
    ///
    /// A calendar that cannot be read is reported as a problem, not thrown.
    func busy(
        _ members: [Int64], of household: Int64, in window: Range<Int64>
    ) async -> [MemberBusy]
    /// Writes the agenda of the given members into their calendars, later if necessary.
    func eventsChanged(of members: [Int64], household: Int64) async
}

/// Busy times of one member; times are seconds since 1970.
package struct MemberBusy: Sendable, Equatable {
    package let member: Int64
    package let spans: [Range<Int64>]
    /// The reason why a calendar of the member could not be read; nil if all were.
    package let problem: String?

    package init(member: Int64, spans: [Range<Int64>], problem: String? = nil) {
        self.member = member
        self.spans = spans
        self.problem = problem
    }
}

/// Services for the routes and parts of Modern Family.
package struct TogetherServices: Sendable {
    package let database: any FamilyDatabase
    package let family: FamilyDirectory
    package let events: EventHub
    package let notices: Notices
    package let outbox: Outbox
    package let agenda: Agenda
    package let now: @Sendable () -> Date
    package let logger: Logger

    /// Seconds since 1970.
    package var seconds: Int64 { Int64(now().timeIntervalSince1970) }
}
