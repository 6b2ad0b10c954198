import Testing

@testable import FaceJudge

@Suite struct DispatcherTests {
    @Test func `The least busy ready service is selected, and idle services take turns`() {
        let dispatcher = Dispatcher(3)
        let first = (0..<3).map { _ in dispatcher.begin(about: nil) { _ in true } }
        #expect(Set(first) == [0, 1, 2])
        dispatcher.end(1)
        #expect(dispatcher.begin(about: nil) { _ in true } == 1)
        #expect(dispatcher.running == [1, 1, 1])
        dispatcher.end(0)
        dispatcher.end(0 + 2)
        #expect(dispatcher.begin(about: nil) { $0 == 1 } == 1)
        #expect(dispatcher.running == [0, 2, 0])
    }

    @Test func `Requests for a stored object go only to the service that has it`() {
        let dispatcher = Dispatcher(2)
        dispatcher.note("attempt", at: 1)
        for _ in 0..<10 { #expect(dispatcher.begin(about: "attempt") { _ in true } == 1) }
        #expect(dispatcher.running == [0, 10])
        #expect(dispatcher.begin(about: "attempt") { $0 == 0 } == 0)
        #expect(dispatcher.begin(about: "unknown") { _ in true } == 0)
    }

    @Test func `Old objects are forgotten to bound memory use`() {
        let dispatcher = Dispatcher(2)
        for number in 0...Dispatcher.capacity { dispatcher.note("\(number)", at: 1) }
        #expect(dispatcher.begin(about: "\(Dispatcher.capacity)") { _ in true } == 1)
        // The first object was forgotten, so the idle service is selected.
        #expect(dispatcher.begin(about: "0") { _ in true } == 0)
    }
}
