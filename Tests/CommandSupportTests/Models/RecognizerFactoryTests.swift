import Testing

@testable import CommandSupport

struct RecognizerFactoryTests {
    @Test("a message ends with a full stop before another sentence follows")
    func sentences() {
        #expect(RecognizerFactory.sentence("No memory") == "No memory.")
        #expect(RecognizerFactory.sentence("Damaged.") == "Damaged.")
        #expect(RecognizerFactory.sentence("") == "")
    }
}
