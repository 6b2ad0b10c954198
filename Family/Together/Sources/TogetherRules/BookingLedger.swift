package enum BookingPriority: Int, Sendable, Codable, Comparable {
    case low, medium, high

    package static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A booking of a resource by a member; times are seconds since 1970.
package struct Booking: Sendable, Equatable, Codable {
    package let id: Int
    package let member: String
    package fileprivate(set) var span: Range<Int64>
    package fileprivate(set) var priority: BookingPriority
    package fileprivate(set) var reason: String

    package init(
        id: Int, member: String, span: Range<Int64>, priority: BookingPriority, reason: String
    ) {
        self.id = id
        self.member = member
        self.span = span
        self.priority = priority
        self.reason = reason
    }
}

/// A request to take over a booking.
package struct OverrideRequest: Sendable, Equatable, Codable {
    package enum State: String, Sendable, Codable {
        case open, approved, denied, unanswered, expired, withdrawn
    }

    package let id: Int
    package let requester: String
    package let booking: Int
    /// The booking's time when the request was sent.
    ///
    /// If the booking moves, the request expires.
    package let originalSpan: Range<Int64>
    package let span: Range<Int64>
    package let priority: BookingPriority
    package let reason: String
    /// 24 hours after the request.
    package let deadline: Int64
    package fileprivate(set) var state = State.open

    package init(
        id: Int, requester: String, booking: Int, originalSpan: Range<Int64>, span: Range<Int64>,
        priority: BookingPriority, reason: String, deadline: Int64, state: State = .open
    ) {
        self.id = id
        self.requester = requester
        self.booking = booking
        self.originalSpan = originalSpan
        self.span = span
        self.priority = priority
        self.reason = reason
        self.deadline = deadline
        self.state = state
    }
}

package enum BookingError: Error, Equatable {
    case endsBeforeItStarts
    case inThePast
    case missingReason
    case taken(by: Booking)
    case unknownBooking
    case notTheHolder
    case notOverlapping
    case ownBooking
    case requestClosed(OverrideRequest.State)
}

/// All bookings and override requests of one resource.
///
/// No two bookings ever overlap.
package struct BookingLedger: Sendable, Equatable, Codable {
    package static let answerTime: Int64 = 24 * 3600

    package private(set) var bookings: [Booking] = []
    package private(set) var requests: [OverrideRequest] = []
    private var nextID = 1

    package init() {}

    /// Makes a ledger from stored bookings and requests.
    ///
    /// `nextID` is larger than all their numbers.
    package init(bookings: [Booking], requests: [OverrideRequest], nextID: Int) {
        self.bookings = bookings
        self.requests = requests
        self.nextID = nextID
    }

    package mutating func book(
        _ span: Range<Int64>, by member: String, priority: BookingPriority, reason: String,
        now: Int64
    ) throws(BookingError) -> Booking {
        try check(span, reason: reason, now: now)
        if let holder = holder(of: span) { throw .taken(by: holder) }
        return insert(span, member, priority, reason)
    }

    /// Moves a booking, and changes its priority and reason.
    ///
    /// A running booking keeps its start.
    package mutating func move(
        _ id: Int, to span: Range<Int64>, by member: String, priority: BookingPriority? = nil,
        reason: String? = nil, now: Int64
    ) throws(BookingError) {
        let index = try index(of: id, heldBy: member)
        let begun = bookings[index].span.lowerBound
        let isRunning = span.lowerBound == begun && span.upperBound > now
        try check(
            span, reason: reason ?? bookings[index].reason, now: isRunning ? begun : now)
        if let holder = holder(of: span, except: [id]) { throw .taken(by: holder) }
        bookings[index].span = span
        if let priority { bookings[index].priority = priority }
        if let reason { bookings[index].reason = reason }
        expireRequests(now: now)
    }

    package mutating func cancel(_ id: Int, by member: String, now: Int64) throws(BookingError) {
        bookings.remove(at: try index(of: id, heldBy: member))
        expireRequests(now: now)
    }

    /// Removes a member with all bookings and requests.
    package mutating func remove(member: String, now: Int64) {
        bookings.removeAll { $0.member == member }
        requests.removeAll { $0.requester == member }
        expireRequests(now: now)
    }

    package mutating func requestOverride(
        of id: Int, span: Range<Int64>, by member: String, priority: BookingPriority,
        reason: String, now: Int64
    ) throws(BookingError) -> OverrideRequest {
        try check(span, reason: reason, now: now)
        guard let held = bookings.first(where: { $0.id == id }) else { throw .unknownBooking }
        guard held.member != member else { throw .ownBooking }
        guard held.span.overlaps(span) else { throw .notOverlapping }
        if let other = holder(of: span, except: [id]) { throw .taken(by: other) }
        let request = OverrideRequest(
            id: nextID, requester: member, booking: id, originalSpan: held.span, span: span,
            priority: priority, reason: reason, deadline: now + Self.answerTime)
        nextID += 1
        requests.append(request)
        return request
    }

    /// Gives the booked time to the requester.
    ///
    /// Fails if another booking now overlaps the time.
    package mutating func approve(
        _ id: Int, by member: String, now: Int64
    ) throws(BookingError) -> Booking {
        let request = try openRequest(id, answeredBy: member, now: now)
        let held = requests[request]
        if let other = holder(of: held.span, except: [held.booking]) { throw .taken(by: other) }
        bookings.removeAll { $0.id == held.booking }
        requests[request].state = .approved
        let booking = insert(held.span, held.requester, held.priority, held.reason)
        expireRequests(now: now)
        return booking
    }

    /// Withdraws the member's own request.
    package mutating func withdraw(
        _ id: Int, by member: String, now: Int64
    ) throws(BookingError) {
        expireRequests(now: now)
        guard let index = requests.firstIndex(where: { $0.id == id && $0.requester == member })
        else { throw .unknownBooking }
        guard requests[index].state == .open else {
            throw .requestClosed(requests[index].state)
        }
        requests[index].state = .withdrawn
    }

    package mutating func deny(_ id: Int, by member: String, now: Int64) throws(BookingError) {
        requests[try openRequest(id, answeredBy: member, now: now)].state = .denied
    }

    /// Closes requests that were not answered in time or whose booking is gone.
    ///
    /// Returns the requests that this call closed.
    @discardableResult
    package mutating func expireRequests(now: Int64) -> [OverrideRequest] {
        var closed: [OverrideRequest] = []
        for index in requests.indices where requests[index].state == .open {
            let request = requests[index]
            let held = bookings.first { $0.id == request.booking }
            if held?.span != request.originalSpan || request.originalSpan.upperBound <= now
                || request.span.upperBound <= now
            {
                requests[index].state = .expired
            } else if request.deadline <= now {
                requests[index].state = .unanswered
            } else {
                continue
            }
            closed.append(requests[index])
        }
        return closed
    }

    /// Seconds that each member has booked within `window`, for the fairness view.
    package func usage(in window: Range<Int64>) -> [String: Int64] {
        bookings.reduce(into: [:]) { usage, booking in
            let part = booking.span.clamped(to: window)
            if !part.isEmpty {
                usage[booking.member, default: 0] += part.upperBound - part.lowerBound
            }
        }
    }

    private func holder(of span: Range<Int64>, except ids: Set<Int> = []) -> Booking? {
        bookings.first { !ids.contains($0.id) && $0.span.overlaps(span) }
    }

    private mutating func insert(
        _ span: Range<Int64>, _ member: String, _ priority: BookingPriority, _ reason: String
    ) -> Booking {
        let booking = Booking(
            id: nextID, member: member, span: span, priority: priority, reason: reason)
        nextID += 1
        bookings.append(booking)
        return booking
    }

    private func check(
        _ span: Range<Int64>, reason: String, now: Int64
    ) throws(BookingError) {
        guard !span.isEmpty else { throw .endsBeforeItStarts }
        guard span.lowerBound >= now else { throw .inThePast }
        guard !reason.isBlank else { throw .missingReason }
    }

    private func index(of id: Int, heldBy member: String) throws(BookingError) -> Int {
        guard let index = bookings.firstIndex(where: { $0.id == id }) else {
            throw .unknownBooking
        }
        guard bookings[index].member == member else { throw .notTheHolder }
        return index
    }

    private mutating func openRequest(
        _ id: Int, answeredBy member: String, now: Int64
    ) throws(BookingError) -> Int {
        expireRequests(now: now)
        guard let index = requests.firstIndex(where: { $0.id == id }) else {
            throw .unknownBooking
        }
        guard requests[index].state == .open else {
            throw .requestClosed(requests[index].state)
        }
        _ = try self.index(of: requests[index].booking, heldBy: member)
        return index
    }
}
