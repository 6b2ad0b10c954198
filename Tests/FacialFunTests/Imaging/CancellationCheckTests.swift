import FacialFun
import Synchronization
import Testing

struct CancellationCheckTests {
    @Test(
        "a decode that is given up ends with `stopped`, in every kind of file",
        arguments: [
            "progressive.jpg", "baseline-420.jpg", "colour2-depth8-interlaced.png",
            "colour2-depth8.png",
        ])
    func stopped(name: String) throws {
        let bytes = try Fixture(name: name).bytes()
        for place in 1...3 {
            let asked = Atomic<Int>(0)
            let stop = CancellationCheck { asked.add(1, ordering: .relaxed).newValue >= place }
            #expect(throws: ImageError.stopped) {
                try ImageDecoder().decode(bytes, stop: stop)
            }
            let count = asked.load(ordering: .relaxed)
            #expect(count == place)
        }
    }

    @Test("work that is always wanted goes on")
    func never() throws {
        #expect(!CancellationCheck.never.isStopped)
        try CancellationCheck.never.check()
    }
}
