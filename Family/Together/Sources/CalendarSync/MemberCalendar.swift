internal import Foundation
import GRDB
internal import OutboundHTTP

/// A connected calendar of a member.
package struct MemberCalendar: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// A read-only iCalendar file at an address.
        case subscription = "ical"
        case caldav
    }

    package enum State: String, Sendable {
        case fresh, waiting, unreadable
    }

    package let id: String
    package let household: Int64
    package let member: Int64
    package let kind: Kind
    package var name: String
    /// The address; nil if the encryption key is lost.
    package let address: String?
    package let hosts: Set<String>
    let credentials: Data?
    package let isWritable: Bool
    /// Whether activities, bookings and tasks are written into it.
    package var isTarget: Bool
    package var hidden: [HiddenPart]
    /// `hidden` in its stored form.
    let hiddenText: String
    let version: String?
    let syncToken: String?
    let listed: Int64
    /// Time of the last success, in seconds since 1970.
    package let checked: Int64?
    package let failures: Int
    /// Code and message of the last attempt's problem.
    package let problem: (code: String, message: String)?

    package var state: State {
        problem != nil ? .unreadable : checked == nil ? .waiting : .fresh
    }

    private static func address(_ row: Row, _ key: CalendarKey) -> String? {
        // A row from before addresses were encrypted; the next start encrypts it.
        guard let sealed = row["address"] as Data? else { return row["digest"] }
        return try? key.open(sealed, for: CalendarStore.addressPurpose(row["id"]))
    }

    /// The address as a URL to contact.
    func url() throws(CalendarProblem) -> OutboundURL {
        guard let address else {
            throw CalendarProblem(
                .credentialsUnreadable,
                "The stored address cannot be read, because the server's key file changed. Remove the "
                    + "calendar and add it again.")
        }
        do { return try OutboundURL(address) } catch { throw CalendarProblem(error) }
    }

    package static func == (left: MemberCalendar, right: MemberCalendar) -> Bool {
        left.id == right.id
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    init(_ row: Row, key: CalendarKey) throws {
        id = row["id"]
        address = Self.address(row, key)
        household = row["household"]
        member = row["member"]
        kind = Kind(rawValue: row["kind"]) ?? .subscription
        name = row["name"]
        hosts = try JSONDecoder().decode(
            Set<String>.self, from: Data((row["hosts"] as String).utf8))
        credentials = row["credentials"]
        isWritable = row["is_writable"]
        isTarget = row["is_target"]
        hiddenText = row["hidden"]
        hidden = try JSONDecoder().decode([HiddenPart].self, from: Data(hiddenText.utf8))
        version = row["version"]
        syncToken = row["sync_token"]
        listed = row["listed"]
        checked = row["checked"]
        failures = row["failures"]
        if let code = row["problem_code"] as String?, let message = row["problem"] as String? {
            problem = (code, message)
        } else {
            problem = nil
        }
    }
}

/// A part of a calendar that counts as free.
package enum HiddenPart: Sendable, Hashable, Codable {
    /// Seconds since 1970.
    case span(from: Int64, to: Int64)
    /// Events with this text in their title, ignoring case.
    case title(String)
}
