import FacialFun
import Synchronization
import Testing

struct CancellationCheckTests {
    @Test(
        "a canceled decode ends with `stopped` in every format",
        arguments: [
            "progressive.jpg", "baseline-420.jpg", "colour2-depth8-interlaced.png",
            "colour2-depth8.png",
        ])
    func stopped(name: String) throws {
        let bytes = try Fixture(name: name).bytes()
        for place in 1...3 {
            let asked = Atomic<Int>(0)
            let stop = CancellationCheck { asked.add(1, ordering: .relaxed).newValue >= place }
            #expect(throws: FacialFunError.stopped) {
                try ImageDecoder().decode(bytes, options: DecodeOptions(stop: stop))
            }
            let count = asked.load(ordering: .relaxed)
            #expect(count == place)
        }
    }

    @Test("work without a cancellation check continues")
    func never() throws {
        #expect(!CancellationCheck.never.isStopped)
        try CancellationCheck.never.check()
    }
}
