internal import Calendars
package import OutboundHTTP

/// A calendar that a CalDAV server offers.
package struct FoundCalendar: Hashable, Sendable {
    package let url: OutboundURL
    package let name: String
    package let isWritable: Bool
}

/// The state of a copy of a calendar.
package struct CopyState: Hashable, Sendable {
    /// The server's version of the whole calendar.
    package var collectionTag: String?
    package var syncToken: String?
    /// Tags of the stored events by path.
    package var tags: [String: String] = [:]
    /// Bytes of the stored events by path.
    package var sizes: [String: Int] = [:]

    package init(
        collectionTag: String? = nil, syncToken: String? = nil, tags: [String: String] = [:],
        sizes: [String: Int] = [:]
    ) {
        self.collectionTag = collectionTag
        self.syncToken = syncToken
        self.tags = tags
        self.sizes = sizes
    }
}

/// One event with its overrides, as the server stores it.
package struct CalendarObject: Hashable, Sendable {
    /// Path on the server.
    package let path: String
    package let tag: String
    package let data: String
}

/// The difference between a copy and its calendar.
package struct CalendarChanges: Sendable {
    package var changed: [CalendarObject] = []
    package var removed: [String] = []
    package var collectionTag: String?
    package var syncToken: String?
    /// Whether the whole window was compared.
    package var isComplete = false
}

/// A CalDAV client (RFC 4791) for one account on one server.
package struct CalDAVClient: Sendable {
    private let client: OutboundClient
    private let hosts: Set<String>
    private let credentials: OutboundCredentials

    /// Maximum number of events of a calendar, and of events per request.
    static let maximumEvents = 5000
    private static let batch = 50
    /// Maximum size of one event and of all events of a calendar, in bytes.
    static let maximumEventBytes = 256_000
    static let maximumBytes = 10_000_000

    package init(client: OutboundClient, hosts: Set<String>, credentials: OutboundCredentials) {
        self.client = client
        self.hosts = hosts
        self.credentials = credentials
    }

    // MARK: - Discovery (RFC 6764)

    /// Finds the account's calendars at the address itself or in the account's home.
    package func calendars(from url: OutboundURL) async throws(CalendarProblem) -> [FoundCalendar] {
        var lastProblem: CalendarProblem?
        let candidates = [
            url, url.replacing(path: "/.well-known/caldav"), url.replacing(path: "/"),
        ]
        for candidate in candidates {
            do {
                let found = try await calendars(startingAt: candidate)
                if !found.isEmpty { return found }
            } catch {
                // A host that cannot be reached fails at every path. Servers reject paths of other
                // users in the same way as a wrong password.
                guard [.missing, .notCalDAV, .serverFailed, .signInFailed].contains(error.code)
                else { throw error }
                lastProblem = lastProblem ?? error
            }
        }
        throw lastProblem
            ?? CalendarProblem(
                .notCalDAV, "\(url.host) has no calendars for this user; check the address.")
    }

    private func calendars(
        startingAt url: OutboundURL
    ) async throws(CalendarProblem) -> [FoundCalendar] {
        let answer = try await find(DAVBody.principal, at: url, depth: 0)
        guard let first = answer.responses.first else { return [] }
        if first.isCalendar { return try await list(url, depth: 0) }
        if let link = first.link("current-user-principal", in: DAVNamespace.dav) {
            let principal = try resolve(link, at: first.url)
            let homes = try await find(DAVBody.home, at: principal, depth: 0)
            for response in homes.responses {
                guard let link = response.link("calendar-home-set", in: DAVNamespace.caldav) else {
                    continue
                }
                return try await list(try resolve(link, at: principal), depth: 1)
            }
        }
        // Without a principal, the address may already be a home.
        return first.isCollection ? try await list(url, depth: 1) : []
    }

    private func list(
        _ url: OutboundURL, depth: Int
    ) async throws(CalendarProblem) -> [FoundCalendar] {
        try await find(DAVBody.collections, at: url, depth: depth).responses
            .filter { $0.isCalendar && $0.holdsEvents }
            .prefix(100)
            .map {
                let path = $0.url.path.split(separator: "/").last.map(String.init) ?? ""
                return FoundCalendar(
                    url: $0.url, name: $0.name.flatMap { $0.isEmpty ? nil : $0 } ?? path,
                    isWritable: $0.isWritable)
            }
    }

    private func resolve(
        _ link: String, at url: OutboundURL
    ) throws(CalendarProblem) -> OutboundURL {
        do { return try url.resolving(link) } catch { throw CalendarProblem(error) }
    }

    // MARK: - Reading

    /// Compares a copy with its calendar and reads the changed events.
    ///
    /// Uses the sync token if there is one (RFC 6578), otherwise the tags of the calendar and its
    /// events.
    ///
    /// Complete listings leave out events that do not overlap `window`, in seconds since 1970.
    /// `isComplete` lists the whole window even if a token is known.
    package func changes(
        of calendar: OutboundURL, since copy: CopyState, window: Range<Int64>,
        isComplete: Bool = false
    ) async throws(CalendarProblem) -> CalendarChanges {
        let version = try await find(DAVBody.collections, at: calendar, depth: 0).responses.first
        guard let version, version.isCalendar else {
            throw CalendarProblem(.missing, "\(calendar.host) has no calendar at this address.")
        }
        var changes = CalendarChanges(
            collectionTag: version.collectionTag, syncToken: version.syncToken)
        let isSame =
            (version.collectionTag != nil && version.collectionTag == copy.collectionTag)
            || (version.syncToken != nil && version.syncToken == copy.syncToken)
        if isSame, !isComplete { return changes }
        var paths: [String]
        if !isComplete, let token = copy.syncToken,
            let listed = try await listedChanges(of: calendar, since: token)
        {
            paths = listed.changed.filter { copy.tags[$0.path] != $0.tag }.map(\.path)
            changes.removed = listed.removed.filter { copy.tags[$0] != nil }
            changes.syncToken = listed.token ?? changes.syncToken
        } else {
            let tags = try await tags(of: calendar, window: window)
            paths = tags.filter { copy.tags[$0.key] != $0.value }.map(\.key).sorted()
            changes.removed = copy.tags.keys.filter { tags[$0] == nil }.sorted()
            changes.isComplete = true
        }
        // Replaced and removed events free their space.
        var kept = Set(copy.tags.keys)
        kept.subtract(changes.removed)
        guard kept.union(paths).count <= Self.maximumEvents else {
            throw CalendarProblem(
                .tooLarge,
                "The calendar has more than \(Self.maximumEvents) events; choose a smaller one.")
        }
        var bytes = kept.subtracting(paths).reduce(0) { $0 + (copy.sizes[$1] ?? 0) }
        var unanswered = Set(paths)
        while !paths.isEmpty {
            let part = Array(paths.prefix(Self.batch))
            paths.removeFirst(part.count)
            let (objects, missing) = try await objects(part, of: calendar)
            for object in objects {
                let size = object.data.utf8.count
                bytes += size
                guard size <= Self.maximumEventBytes, bytes <= Self.maximumBytes else {
                    throw CalendarProblem(
                        .tooLarge,
                        "The calendar has more than \(Self.maximumBytes / 1_000_000) MB or an "
                            + "event of "
                            + "more than \(Self.maximumEventBytes / 1000) kB; remove attachments.")
                }
            }
            changes.changed += objects
            changes.removed += missing.filter { copy.tags[$0] != nil }
            unanswered.subtract(objects.map(\.path))
            unanswered.subtract(missing)
        }
        if !unanswered.isEmpty {
            // Without a version, the next synchronization compares everything, so no event is lost.
            changes.collectionTag = nil
            changes.syncToken = nil
        }
        return changes
    }

    /// Returns nil if the server does not know the token or the report.
    private func listedChanges(
        of calendar: OutboundURL, since token: String
    ) async throws(CalendarProblem)
        -> (changed: [(path: String, tag: String)], removed: [String], token: String?)?
    {
        let body = DAVBody.changes(since: token)
        let response = try await send("REPORT", to: calendar, depth: 0, body: body)
        guard response.status == 207 else {
            if response.status == 401 {
                throw CalendarProblem(status: 401, host: calendar.host)
            }
            return nil
        }
        let answer = try DAVMultistatus(response, hosts: hosts)
        // The response is incomplete. Listing the whole window is simpler than requesting the
        // missing rest.
        if answer.responses.contains(where: { $0.status == 507 }) { return nil }
        var changed: [(path: String, tag: String)] = []
        var removed: [String] = []
        for response in answer.responses where response.url.path != calendar.path {
            if response.status == 404 {
                removed.append(response.url.target)
            } else if let tag = response.tag {
                changed.append((response.url.target, tag))
            }
        }
        return (changed, removed, answer.syncToken)
    }

    private func tags(
        of calendar: OutboundURL, window: Range<Int64>
    ) async throws(CalendarProblem) -> [String: String] {
        let body = DAVBody.query(
            CalendarWriter.utc(window.lowerBound)..<CalendarWriter.utc(window.upperBound))
        let response = try await send("REPORT", to: calendar, depth: 1, body: body)
        let answer =
            response.status == 207
            ? try DAVMultistatus(response, hosts: hosts)
            : try await find(DAVBody.tags, at: calendar, depth: 1)
        var tags: [String: String] = [:]
        for response in answer.responses where response.url.path.hasPrefix(calendar.path) {
            guard response.url.path != calendar.path, let tag = response.tag else { continue }
            tags[response.url.target] = tag
        }
        return tags
    }

    private func objects(
        _ paths: [String], of calendar: OutboundURL
    ) async throws(CalendarProblem) -> (objects: [CalendarObject], missing: [String]) {
        let response = try await send(
            "REPORT", to: calendar, depth: 1, body: DAVBody.events(paths))
        guard response.status == 207 else {
            throw CalendarProblem(status: response.status, host: calendar.host)
        }
        let asked = Set(paths)
        var objects: [CalendarObject] = []
        var missing: [String] = []
        for response in try DAVMultistatus(response, hosts: hosts).responses
        where asked.contains(response.url.target) {
            if let tag = response.tag, let data = response.data {
                objects.append(CalendarObject(path: response.url.target, tag: tag, data: data))
            } else if response.status == 404 {
                missing.append(response.url.target)
            }
        }
        return (objects, missing)
    }

    /// Reads one event; nil if there is none.
    package func object(
        _ path: String, of calendar: OutboundURL
    ) async throws(CalendarProblem) -> CalendarObject? {
        try await objects([path], of: calendar).objects.first
    }

    // MARK: - Writing

    /// The condition of a write, which prevents overwriting other people's changes.
    package enum Condition: Sendable {
        case isNew
        case matches(String)
    }

    /// Stores an event and returns its tag, if the server sends one.
    ///
    /// - Throws: `changed_meanwhile` if the condition does not hold.
    @discardableResult
    package func put(
        _ data: String, at path: String, of calendar: OutboundURL, if condition: Condition
    ) async throws(CalendarProblem) -> String? {
        var request = request("PUT", to: calendar.replacing(path: path))
        request.body = data
        request.headers.append(("Content-Type", "text/calendar; charset=utf-8"))
        switch condition {
        case .isNew: request.headers.append(("If-None-Match", "*"))
        case .matches(let tag): request.headers.append(("If-Match", tag))
        }
        let response = try await send(request)
        guard (200...299).contains(response.status) else {
            throw CalendarProblem(status: response.status, host: calendar.host)
        }
        return response.header("ETag")
    }

    /// Deletes an event, if it still exists.
    ///
    /// - Throws: `changed_meanwhile` if it has another tag.
    package func delete(
        _ path: String, of calendar: OutboundURL, tag: String
    ) async throws(CalendarProblem) {
        var request = request("DELETE", to: calendar.replacing(path: path))
        request.headers.append(("If-Match", tag))
        let response = try await send(request)
        guard (200...299).contains(response.status) || [404, 410].contains(response.status) else {
            throw CalendarProblem(status: response.status, host: calendar.host)
        }
    }

    // MARK: - Requests

    private func find(
        _ body: String, at url: OutboundURL, depth: Int
    ) async throws(CalendarProblem) -> DAVMultistatus {
        let response = try await send("PROPFIND", to: url, depth: depth, body: body)
        guard response.status == 207 else {
            if (200...299).contains(response.status) || response.status == 405 {
                throw CalendarProblem(
                    .notCalDAV, "\(url.host) does not support CalDAV at this address.")
            }
            throw CalendarProblem(status: response.status, host: url.host)
        }
        return try DAVMultistatus(response, hosts: hosts)
    }

    private func send(
        _ method: String, to url: OutboundURL, depth: Int, body: String
    ) async throws(CalendarProblem) -> OutboundResponse {
        var request = request(method, to: url)
        request.body = body
        request.headers += [
            ("Depth", String(depth)), ("Content-Type", "application/xml; charset=utf-8"),
        ]
        return try await send(request)
    }

    private func request(_ method: String, to url: OutboundURL) -> OutboundRequest {
        var request = OutboundRequest(method, url: url)
        request.hosts = hosts
        request.credentials = credentials
        return request
    }

    private func send(
        _ request: OutboundRequest
    ) async throws(CalendarProblem) -> OutboundResponse {
        do { return try await client.send(request) } catch { throw CalendarProblem(error) }
    }
}
