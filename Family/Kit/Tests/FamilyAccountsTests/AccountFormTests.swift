import Foundation
import Testing

@testable import FamilyAccounts

@Suite struct AccountFormTests {
    private typealias Name = AccountField.Name

    @Test func validFormIsAcceptedAndNormalized() throws {
        let form = AccountForm.sample()
            .with(.fullName, "  Ada \t  Love\u{6C}ace  ").with(.username, " e\u{301}va1 ")
            .with(.gender, "female")
        let accepted = try form.acceptedForCreation(termsVersion: "1", year: 2026)
        #expect(accepted.fullName == "Ada Lovelace")
        #expect(accepted.username?.unicodeScalars.map(\.value) == [0xE9, 0x76, 0x61, 0x31])
        #expect(accepted.birthYear == 2017)
        #expect(accepted.gender == .said("female"))
        #expect(accepted.password == AccountForm.password)
        #expect(accepted.termsVersion == "1")
        #expect(accepted.agreesToStatistics == true)
    }

    @Test func A7_allBlankFieldsAreReportedTogether() {
        let nothing = AccountForm().faults
        let required = AccountField.creation.filter(\.isRequired)
        #expect(Set(nothing.keys) == Set(required.map(\.name)))
        for field in required { #expect(nothing[field.name] == field.blank) }
        let blanks = AccountForm(
            values: Dictionary(
                uniqueKeysWithValues: required.map { ($0.name, "  \t ") }
            )
        ).faults
        for name in [Name.fullName, .birthYear, .username, .email] {
            #expect(blanks[name] == AccountField.named(name).blank)
        }
    }

    @Test(arguments: [
        "abc", "A1b2C3", "12345", "Jürgen", "Юля7", "李小龙", "ｆｕｌｌ",
        String(repeating: "a", count: 20),
    ])
    func usernamesOfThreeToTwentyLettersOrDigitsAreAccepted(name: String) {
        #expect(AccountForm.sample().with(.username, name).faults[.username] == nil)
    }

    @Test(arguments: [
        "ab", String(repeating: "a", count: 21), "ada lovelace", "ada@example", "ada_l", "ada-l",
        "ada!", "<b>ada</b>", "ada'--", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦", "ada\u{202E}x", "ada\u{200D}", "a\nda", "ada\u{0}",
        "\u{301}\u{301}\u{301}",
    ])
    func otherUsernamesAreRejected(name: String) {
        let key = AccountForm.sample().with(.username, name).faults[.username]
        #expect(key == "field.username.wanted")
    }

    @Test(arguments: [
        "a@b.co", "ada.lovelace+pet@mail.example.org", "ADA@EXAMPLE.ORG", "ü@bücher.de",
    ])
    func plausibleEmailAddressesAreAccepted(email: String) {
        #expect(AccountForm.sample().with(.email, email).faults[.email] == nil)
    }

    @Test(arguments: [
        "ada", "ada@", "@example.org", "ada@example", "ada@@example.org", "a b@example.org",
        "ada@example..org", "ada@.org", "ada@example.org.", "ada@exa\u{202E}mple.org",
        "ada@example.org\r\nBcc: x@y.zz", String(repeating: "a", count: 250) + "@b.co",
    ])
    func otherEmailAddressesAreRejected(email: String) {
        #expect(AccountForm.sample().with(.email, email).faults[.email] == "field.email.wanted")
    }

    @Test(arguments: ["1906", "2026", "2017", " 2017 "])
    func plausibleBirthYearsAreAccepted(year: String) {
        #expect(AccountForm.sample().with(.birthYear, year).faults[.birthYear] == nil)
    }

    @Test(arguments: [
        "2027", "1905", "17", "20170", "abcd", "2O17", "-201", "+201", "２０１７", "20.7", "1e99",
        "99999999999999999999", "٢٠١٧",
    ])
    func otherBirthYearsAreRejected(year: String) {
        let key = AccountForm.sample().with(.birthYear, year).faults[.birthYear]
        #expect(key == "field.birth_year.wanted")
    }

    @Test(arguments: [
        "Ada", "José María", "李", "O'Brien-Smith", "می‌خواهم", "👧🏽", "Dr. X", "<script>",
    ])
    func namesInManyScriptsAreAccepted(name: String) throws {
        let form = AccountForm.sample().with(.fullName, name)
        let accepted = try form.acceptedForCreation(termsVersion: "1", year: 2026)
        #expect(accepted.fullName == name.precomposedStringWithCanonicalMapping)
    }

    @Test(arguments: [
        "a\u{0}b", "a\nb", "a\u{1B}[2J", "\u{202E}adA", "\u{2066}x\u{2069}", "\u{200F}", "\u{2028}",
        "\u{FEFF}Ada", "\u{E000}", String(repeating: "a", count: 61),
    ])
    func namesWithUntypeableCharactersAreRejected(name: String) {
        #expect(
            AccountForm.sample().with(.fullName, name).faults[.fullName] == "field.full_name.wanted"
        )
    }

    @Test(arguments: [AccountField.Name.fullName, .username, .email, .password])
    func excessiveCombiningMarksAreReported(field: AccountField.Name) {
        let text = "a" + String(repeating: "\u{301}\u{327}", count: 100) + " long enough"
        #expect(AccountForm.sample().with(field, text).faults[field] == "field.marks")
    }

    @Test(arguments: ["male", "female", "other", ""])
    func listedGendersAreAccepted(gender: String) {
        #expect(AccountForm.sample().with(.gender, gender).faults[.gender] == nil)
    }

    @Test func unlistedGenderIsRejected() {
        #expect(AccountForm.sample().with(.gender, "x").faults[.gender] == "field.gender.wanted")
    }

    @Test(arguments: [
        "ü1 %&\u{2603}", "correct horse battery staple", "<script>alert(1)</script>", "' OR 1=1 --",
        "👩‍👩‍👧‍👦👩🏽👨🏿🧒🏻👶🐈", "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} wins", "  spaces  ",
        "می\u{200C}خواهم ۱۲", String(repeating: "ab1", count: 42) + "zz",
    ])
    func A13_passwordsOf6To128CharactersAreAccepted(
        password: String
    ) {
        let form = AccountForm.sample().with(.password, password).with(.confirmation, password)
        #expect(form.faults == [:])
    }

    @Test(arguments: [
        "a1b2c", String(repeating: "ab1", count: 43), String(repeating: "x", count: 10_000_000),
    ])
    func A13_shorterAndLongerPasswordsAreRejected(password: String) {
        let form = AccountForm.sample().with(.password, password).with(.confirmation, password)
        #expect(form.faults == [.password: "field.password.wanted"])
    }

    @Test(arguments: [
        "blue\thorse", "blue horse\n", "\u{0}blue horse", "blue\u{1B}[2Jhorse", "blue\u{7F}horse",
        "blue\u{85}horse", "blue\u{2028}horse", "\u{202E}blue horse", "blue\u{200F}horse",
        "blue\u{2060}horse", "\u{FEFF}blue horse", "blue\u{AD}horse",
    ])
    func A13_invisibleCharactersInAPasswordAreReported(password: String) {
        let form = AccountForm.sample().with(.password, password).with(.confirmation, password)
        #expect(form.faults == [.password: "field.password.hidden"])
    }

    @Test(arguments: [
        "123456", "password", "PASSWORD", "Password1", "qwerty", "iloveyou", "abc123", "letmein",
        "aaaaaa", "zzzzzzzzzz", "abcdefgh", "98765432", "ｐａｓｓｗｏｒｄ", "dragon", "sunshine",
    ])
    func A13_commonPasswordsAreRejected(password: String) {
        let form = AccountForm.sample().with(.password, password).with(.confirmation, password)
        #expect(form.faults == [.password: "field.password.common"])
    }

    @Test(arguments: [
        "ada2017x", "ADA2017X", "x7102ada", "ada2017x@example.org", "adalovelace", "Ada Lovelace",
    ])
    func passwordsEqualToTheNameAreRejected(password: String) {
        let form = AccountForm.sample("ada2017x").with(.password, password)
            .with(.confirmation, password)
        #expect(form.faults == [.password: "field.password.personal"])
    }

    @Test func differingConfirmationIsReported() {
        let form = AccountForm.sample()
        #expect(
            form.with(.confirmation, "correct horse").faults
                == [.confirmation: "field.confirmation.different"])
        #expect(form.with(.confirmation, "").faults == [.confirmation: "field.confirmation.blank"])
    }

    @Test func passwordsOfDifferentKeyboardsAreNormalizedEqually() {
        let form = AccountForm.sample().with(.password, "cafe\u{301} au lait")
            .with(.confirmation, "caf\u{E9} au lait")
        #expect(form.faults == [:])
    }

    @Test func A15_onlyTheCurrentTermsAreAccepted() {
        #expect(AccountForm.sample().with(.terms, nil).faults == [.terms: "field.terms.blank"])
        #expect(AccountForm.sample().with(.terms, "0").faults == [.terms: "field.terms.changed"])
    }

    @Test(arguments: AccountField.Name.allCases)
    func tenMegabytesInAnyFieldAreRejectedAtOnce(name: AccountField.Name) {
        let huge = String(repeating: "\u{1F468}\u{200D}", count: 1_250_000)
        let faults = AccountForm.sample().with(name, huge).faults
        if ![.currentPassword, .statistics].contains(name) { #expect(faults[name] != nil) }
    }

    @Test(arguments: AccountField.creation + AccountField.editing)
    func patternsAreSharedByBrowserAndServer(field: AccountField) throws {
        guard let pattern = field.pattern else { return }
        // Only syntax that JavaScript (flags u and v) and Foundation interpret the same: no
        // look-around, no flags.
        _ = try NSRegularExpression(pattern: "^(?:\(pattern))$")
        #expect(!pattern.contains("(?"))
        #expect(field.maximum >= field.minimum)
    }
}
