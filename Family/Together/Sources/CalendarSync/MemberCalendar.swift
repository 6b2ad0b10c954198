internal import Foundation
import GRDB

/// A calendar that a member connected.
package struct MemberCalendar: Sendable, Hashable {
    package enum Kind: String, Sendable {
        /// An iCalendar file at an address, which is read alone.
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
    package let address: String
    package let hosts: Set<String>
    let credentials: Data?
    package let isWritable: Bool
    /// Whether activities, bookings and tasks are written into it.
    package var isTarget: Bool
    package var hidden: [HiddenPart]
    /// `hidden` as it is stored.
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

    package static func == (left: MemberCalendar, right: MemberCalendar) -> Bool {
        left.id == right.id
    }
    package func hash(into hasher: inout Hasher) { hasher.combine(id) }

    init(_ row: Row) throws {
        id = row["id"]
        household = row["household"]
        member = row["member"]
        kind = Kind(rawValue: row["kind"]) ?? .subscription
        name = row["name"]
        address = row["address"]
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
    /// Events with this text in their title, in any case.
    case title(String)
}
