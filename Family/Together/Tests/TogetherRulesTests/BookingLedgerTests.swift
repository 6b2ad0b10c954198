import Testing

@testable import TogetherRules

@Suite struct BookingLedgerTests {
    private func ledger() throws -> (BookingLedger, Booking) {
        var ledger = BookingLedger()
        let booking = try ledger.book(
            200_000..<203_600, by: "ana", priority: .low, reason: "Shopping", now: 0)
        return (ledger, booking)
    }

    @Test func secondBookingOfTheSameTimeIsRejectedWithItsHolder() throws {
        var (ledger, held) = try ledger()
        #expect(throws: BookingError.taken(by: held)) {
            try ledger.book(
                203_599..<205_000, by: "kim", priority: .high, reason: "Work", now: 0)
        }
        _ = try ledger.book(203_600..<205_000, by: "kim", priority: .high, reason: "Work", now: 0)
    }

    @Test func movingABookingOntoAnotherIsRejected() throws {
        var (ledger, held) = try ledger()
        let other = try ledger.book(
            300_000..<300_100, by: "kim", priority: .high, reason: "Work", now: 0)
        #expect(throws: BookingError.taken(by: held)) {
            try ledger.move(other.id, to: 203_000..<204_000, by: "kim", now: 0)
        }
        #expect(ledger.bookings.contains(other))
    }

    @Test func approvalGivesTheTimeToTheRequester() throws {
        var (ledger, held) = try ledger()
        let request = try ledger.requestOverride(
            of: held.id, span: 201_000..<204_000, by: "kim", priority: .high, reason: "Doctor",
            now: 0)
        #expect(throws: BookingError.notTheHolder) {
            try ledger.approve(request.id, by: "kim", now: 1)
        }
        let booking = try ledger.approve(request.id, by: "ana", now: 1)
        #expect(ledger.bookings == [booking])
        #expect(booking.member == "kim")
        #expect(throws: BookingError.requestClosed(.approved)) {
            try ledger.deny(request.id, by: "ana", now: 2)
        }
    }

    @Test func requestExpiresAfterExactly24Hours() throws {
        var (ledger, held) = try ledger()
        _ = try ledger.requestOverride(
            of: held.id, span: held.span, by: "kim", priority: .high, reason: "Doctor", now: 10)
        let result1 = ledger.expireRequests(now: 86_409)
        #expect(result1.isEmpty)
        let result2 = ledger.expireRequests(now: 86_410)
        #expect(result2.map(\.state) == [.unanswered])
        let result3 = ledger.expireRequests(now: 86_411)
        #expect(result3.isEmpty)
    }

    @Test func requestExpiresWhenItsBookingMoves() throws {
        var (ledger, held) = try ledger()
        _ = try ledger.requestOverride(
            of: held.id, span: held.span, by: "kim", priority: .high, reason: "Doctor", now: 10)
        try ledger.move(held.id, to: 400_000..<400_100, by: "ana", now: 11)
        #expect(ledger.requests.map(\.state) == [.expired])
    }

    @Test func usageCountsOnlyTheWindow() throws {
        let (ledger, _) = try ledger()
        #expect(ledger.usage(in: 200_600..<900_000) == ["ana": 3000])
    }

    @Test(arguments: 0..<200 as Range<UInt64>)
    func bookingsNeverOverlap(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var ledger = BookingLedger()
        let members = ["mo", "ana", "kim"]
        var now: Int64 = 0
        for _ in 0..<150 {
            now += Int64.random(in: 0...2000, using: &random)
            let start = now + Int64.random(in: -10...60_000, using: &random)
            let span = start..<(start + Int64.random(in: 0...9000, using: &random))
            let member = members.randomElement(using: &random) ?? "mo"
            let id = Int.random(in: 1...60, using: &random)
            switch Int.random(in: 0..<7, using: &random) {
            case 0, 1:
                _ = try? ledger.book(span, by: member, priority: .low, reason: "Car", now: now)
            case 2: try? ledger.move(id, to: span, by: member, now: now)
            case 3: try? ledger.cancel(id, by: member, now: now)
            case 4:
                _ = try? ledger.requestOverride(
                    of: id, span: span, by: member, priority: .high, reason: "Car", now: now)
            case 5: _ = try? ledger.approve(id, by: member, now: now)
            default: try? ledger.deny(id, by: member, now: now)
            }
            let sorted = ledger.bookings.map(\.span).sorted { $0.lowerBound < $1.lowerBound }
            for (first, second) in zip(sorted, sorted.dropFirst()) {
                #expect(first.upperBound <= second.lowerBound)
            }
            #expect(Set(ledger.bookings.map(\.id)).count == ledger.bookings.count)
        }
    }
}
