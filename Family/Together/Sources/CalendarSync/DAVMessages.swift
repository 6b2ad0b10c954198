import BoundedXML
import OutboundHTTP

enum DAVNamespace {
    static let dav = "DAV:"
    static let caldav = "urn:ietf:params:xml:ns:caldav"
    static let server = "http://calendarserver.org/ns/"
}

/// Request bodies (RFC 4791, RFC 6578).
enum DAVBody {
    private static let head = #"<?xml version="1.0" encoding="utf-8"?>"#
    private static let spaces =
        #"xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:s="http://calendarserver.org/ns/""#

    static let principal =
        "\(head)<propfind \(spaces)><prop><current-user-principal/><resourcetype/></prop></propfind>"

    static let home =
        "\(head)<propfind \(spaces)><prop><c:calendar-home-set/></prop></propfind>"

    /// Properties of collections: kind, name, components, privileges and versions.
    static let collections = """
        \(head)<propfind \(spaces)><prop><resourcetype/><displayname/><s:getctag/><sync-token/>\
        <c:supported-calendar-component-set/><current-user-privilege-set/></prop></propfind>
        """

    static let tags =
        "\(head)<propfind \(spaces)><prop><getetag/><resourcetype/></prop></propfind>"

    /// Tags of the events that overlap a time.
    static func query(_ window: Range<String>) -> String {
        """
        \(head)<c:calendar-query \(spaces)><prop><getetag/></prop><c:filter>\
        <c:comp-filter name="VCALENDAR"><c:comp-filter name="VEVENT">\
        <c:time-range start="\(window.lowerBound)" end="\(window.upperBound)"/>\
        </c:comp-filter></c:comp-filter></c:filter></c:calendar-query>
        """
    }

    /// Tags of the changes since a token.
    static func changes(since token: String) -> String {
        """
        \(head)<sync-collection \(spaces)><sync-token>\(XMLText.escaped(token))</sync-token>\
        <sync-level>1</sync-level><prop><getetag/></prop></sync-collection>
        """
    }

    static func events(_ paths: [String]) -> String {
        let links = paths.map { "<href>\(XMLText.escaped($0))</href>" }.joined()
        return """
            \(head)<c:calendar-multiget \(spaces)><prop><getetag/><c:calendar-data/></prop>\(links)\
            </c:calendar-multiget>
            """
    }
}

/// One `response` of a multistatus.
struct DAVResponse {
    /// Path and query of the resource on its server.
    let url: OutboundURL
    /// The status of the resource itself; nil if its properties have their own statuses.
    let status: Int?
    /// The properties found on the server, as children.
    let properties: XMLNode

    var isCollection: Bool { resourceType?.child("collection", in: DAVNamespace.dav) != nil }
    var isCalendar: Bool { resourceType?.child("calendar", in: DAVNamespace.caldav) != nil }
    private var resourceType: XMLNode? { properties.child("resourcetype", in: DAVNamespace.dav) }

    var tag: String? { properties.text(of: "getetag", in: DAVNamespace.dav) }
    var data: String? { properties.child("calendar-data", in: DAVNamespace.caldav)?.text }
    var name: String? { properties.text(of: "displayname", in: DAVNamespace.dav) }
    var collectionTag: String? { properties.text(of: "getctag", in: DAVNamespace.server) }
    var syncToken: String? { properties.text(of: "sync-token", in: DAVNamespace.dav) }

    /// Whether events may be stored; assumed if the server does not say.
    var isWritable: Bool {
        guard
            let privileges = properties.child("current-user-privilege-set", in: DAVNamespace.dav)
        else { return true }
        let names = privileges.children.flatMap { $0.children.map(\.name) }
        return names.contains { ["all", "write", "write-content", "bind"].contains($0) }
    }

    /// Whether it contains events; assumed if the server does not say.
    var holdsEvents: Bool {
        guard
            let set = properties.child(
                "supported-calendar-component-set", in: DAVNamespace.caldav)
        else { return true }
        let names = set.children("comp", in: DAVNamespace.caldav).compactMap {
            $0.attributes["name"]
        }
        return names.isEmpty || names.contains { $0.uppercased() == "VEVENT" }
    }

    /// The `href` within a property such as `current-user-principal`.
    func link(_ name: String, in namespace: String) -> String? {
        properties.child(name, in: namespace)?.text(of: "href", in: DAVNamespace.dav)
    }
}

/// The response to PROPFIND and REPORT.
struct DAVMultistatus {
    var responses: [DAVResponse] = []
    var syncToken: String?

    /// Reads a response.
    ///
    /// Resources outside `hosts` are left out.
    init(_ response: OutboundResponse, hosts: Set<String>) throws(CalendarProblem) {
        let root: XMLNode
        do {
            root = try XMLReader.read(response.body)
        } catch {
            throw CalendarProblem(
                .notCalDAV,
                "\(response.url.host) does not support CalDAV at this address: \(error).")
        }
        guard root.name == "multistatus", root.namespace == DAVNamespace.dav else {
            throw CalendarProblem(
                .notCalDAV, "\(response.url.host) does not support CalDAV at this address.")
        }
        syncToken = root.text(of: "sync-token", in: DAVNamespace.dav)
        for node in root.children("response", in: DAVNamespace.dav) {
            guard let link = node.text(of: "href", in: DAVNamespace.dav),
                let url = try? response.url.resolving(link), hosts.contains(url.host)
            else { continue }
            var properties = XMLNode(namespace: DAVNamespace.dav, name: "prop")
            for part in node.children("propstat", in: DAVNamespace.dav)
            where Self.status(part) == 200 {
                properties.children +=
                    part.child("prop", in: DAVNamespace.dav)?.children ?? []
            }
            responses.append(
                DAVResponse(url: url, status: Self.status(node), properties: properties))
        }
    }

    /// The number in `HTTP/1.1 200 OK`.
    private static func status(_ node: XMLNode) -> Int? {
        guard let line = node.text(of: "status", in: DAVNamespace.dav) else { return nil }
        let parts = line.split(separator: " ")
        return parts.count > 1 ? Int(parts[1]) : nil
    }
}
