import Testing

@testable import FacialFunWire

struct AttemptUpdateTests {
    @Test("the end of an attempt has a reason, and a shutdown has no data")
    func ends() throws {
        #expect(
            try AttemptUpdate(name: "end", data: #"{"reason": "expired"}"#)
                == .ended(reason: "expired"))
        #expect(try AttemptUpdate(name: "shutdown", data: "{}") == .shutdown)
    }

    @Test("an event of a later version is skipped")
    func unknown() throws {
        #expect(try AttemptUpdate(name: "confetti", data: "not even JSON") == nil)
        #expect(try AttemptUpdate(name: "", data: "") == nil)
    }

    @Test("an unreadable event is an error", arguments: ["status", "end"])
    func unreadable(name: String) {
        #expect(throws: (any Error).self) { try AttemptUpdate(name: name, data: #"{"a": 1}"#) }
        #expect(throws: (any Error).self) { try AttemptUpdate(name: name, data: "{") }
    }
}
