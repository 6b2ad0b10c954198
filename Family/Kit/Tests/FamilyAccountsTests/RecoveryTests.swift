import Testing

@testable import FamilyAccounts

@Suite struct RecoveryCodeTests {
    @Test func codeHasFourGroupsOfFiveAndCanBeParsed() throws {
        var seen: Set<String> = []
        for _ in 0..<200 {
            let code = RecoveryCode()
            let groups = code.text.split(separator: "-")
            #expect(groups.map(\.count) == [5, 5, 5, 5])
            #expect(RecoveryCode(code.text) == code)
            seen.insert(code.text)
        }
        #expect(seen.count == 200)
    }

    @Test func codeIgnoresCaseSpacesAndAmbiguousLetters() {
        let code = RecoveryCode("0123V-6789A-BCDEF-GHJKM")
        #expect(code != nil)
        #expect(RecoveryCode(" o i23u 6789a bcdef–ghjkm ") == code)
    }

    @Test(arguments: ["", "0123", "0123V-6789A-BCDEF-GHJK!", "0123V-6789A-BCDEF-GHJKMX"])
    func malformedCodeIsRejected(typed: String) {
        #expect(RecoveryCode(typed) == nil)
    }
}

@Suite struct TrivialPINTests {
    @Test(arguments: ["1234", "4321", "0000", "7777", "0123", "7890", "1212", "9876"])
    func easyPINsAreTrivial(pin: String) {
        #expect(PIN.isTrivial(pin))
    }

    @Test(arguments: ["2580", "1357", "9041", "1221"])
    func otherPINsAreNotTrivial(pin: String) {
        #expect(!PIN.isTrivial(pin))
    }
}
