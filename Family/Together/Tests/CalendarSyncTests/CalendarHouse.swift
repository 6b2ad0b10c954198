import Crypto
import FamilyStore
import Foundation
import GRDB
import Logging
import NIOCore
import OutboundHTTP
import Synchronization

@testable import CalendarSync

/// A database in memory with the calendar tables, a clock, and a synchronizer.
final class CalendarHouse: FamilyDatabase, Sendable {
    private let queue: DatabaseQueue
    private let clock: Mutex<Int64>
    private let heard = Mutex<[CalendarNews]>([])
    let isOn = Mutex(true)
    /// Hosts that the family does not allow.
    let refused = Mutex<Set<String>>([])
    let key = CalendarKey(SymmetricKey(size: .bits256))

    init(now: Int64 = 1_780_272_000) throws {
        queue = try DatabaseQueue()
        clock = Mutex(now)
        try DatabaseMigrator().followed(by: CalendarSchema.migrations).migrate(queue)
    }

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.read(body) }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> Value
    ) async throws -> Value { try await queue.write(body) }

    func truncateWriteAheadLog() async throws { try await queue.truncateWriteAheadLog() }

    var store: CalendarStore { CalendarStore(database: self, key: key) }
    var now: Int64 { clock.withLock { $0 } }
    var news: [CalendarNews] { heard.withLock { $0 } }
    func advance(by seconds: Int64) { clock.withLock { $0 += seconds } }

    /// A synchronizer that resolves every host name to this machine.
    func synchronizer(
        hosts: Set<String> = ["127.0.0.1", "calendar.test"], timeLimit: Duration = .seconds(120)
    ) -> CalendarSynchronizer {
        let client = OutboundClient(
            operatorHosts: hosts,
            resolve: { _, port in try SocketAddress(ipAddress: "127.0.0.1", port: port) })
        return CalendarSynchronizer(
            store: store, client: client, zone: { _, _ in "Europe/Berlin" },
            mayContact: { [self] _, hosts in
                isOn.withLock { $0 } && refused.withLock { $0.isDisjoint(with: hosts) }
            },
            report: { [self] news, _ in heard.withLock { $0.append(news) } },
            now: { [self] in Date(timeIntervalSince1970: Double(now)) },
            timeLimit: timeLimit, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }

    func subscribe(
        _ address: String, member: Int64 = 1, household: Int64 = 1
    ) async throws -> MemberCalendar {
        try await store.add(
            NewCalendar(
                kind: .subscription, name: "Subscribed", address: address,
                hosts: [try OutboundURL(address).host]), household: household, member: member,
            now: now)
    }

    /// Changes the address of all calendars.
    func move(to address: String) async throws {
        let key = key
        try await write { db in
            for id in try String.fetchAll(db, sql: "SELECT id FROM together_calendar") {
                try db.execute(
                    sql: "UPDATE together_calendar SET address = ? WHERE id = ?",
                    arguments: [try key.seal(address, for: CalendarStore.addressPurpose(id)), id])
            }
        }
    }

    func busy(_ member: Int64 = 1) async throws -> CalendarBusy {
        let window = (now - 86_400)..<(now + 400 * 86_400)
        guard
            let busy = try await store.busy([member], of: 1, in: window).first
        else { throw CocoaError(.coderValueNotFound) }
        return busy
    }

    func current(_ calendar: MemberCalendar) async throws -> MemberCalendar {
        guard let calendar = try await store.calendar(calendar.id, of: calendar.member) else {
            throw CocoaError(.coderValueNotFound)
        }
        return calendar
    }
}

/// A calendar of one event, by default 2026-06-02 from 08:00 to 09:00 UTC.
func oneEvent(
    _ uid: String = "a", title: String = "Dentist", start: String = "20260602T080000Z",
    end: String = "20260602T090000Z", extra: String = ""
) -> String {
    "BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\nBEGIN:VEVENT\r\nUID:\(uid)\r\n"
        + "DTSTAMP:20260601T000000Z\r\nDTSTART:\(start)\r\nDTEND:\(end)\r\nSUMMARY:\(title)\r\n"
        + extra + "END:VEVENT\r\nEND:VCALENDAR\r\n"
}
