import Testing

@testable import CommandSupport

struct RecognizerFactoryTests {
    @Test("a message gets a full stop before another sentence")
    func sentences() {
        #expect(RecognizerFactory.sentence("No memory") == "No memory.")
        #expect(RecognizerFactory.sentence("Damaged.") == "Damaged.")
        #expect(RecognizerFactory.sentence("") == "")
    }
}
