import FacialFunWire
import Glibc
import NeuralNetwork
import Synchronization
import Testing

struct ThreadTests {
    @Test("a thread runs its body once with its name and can be joined")
    func runs() throws {
        let names = Mutex<[String]>([])
        let thread = try SystemThread(name: "support-test") {
            var bytes = [UInt8](repeating: 0, count: 64)
            let file = open("/proc/thread-self/comm", O_RDONLY)
            let count = read(file, &bytes, bytes.count)
            close(file)
            names.withLock {
                $0.append(String(decoding: bytes.prefix(max(0, count - 1)), as: UTF8.self))
            }
        }
        thread.join()
        #expect(names.withLock { $0 } == ["support-test"])
    }

    @Test("each index is processed once with any number of threads", arguments: [1, 2, 16])
    func parallel(threads: Int) {
        let counts = Mutex([Int](repeating: 0, count: 100))
        parallelFor(100, threads: threads) { index in counts.withLock { $0[index] += 1 } }
        #expect(counts.withLock { $0.allSatisfy { $0 == 1 } })
    }

    @Test("a count of zero calls nothing")
    func nothing() {
        parallelFor(0, threads: 4) { _ in Issue.record("called") }
    }

    @Test("several threads run concurrently")
    func together() {
        let present = Monitor(0)
        // Each waits until all four have started.
        parallelFor(4, threads: 4) { _ in
            present.withLock { $0 += 1 }
            present.wait { $0 == 4 ? () : nil }
        }
    }

    @Test("a waiting thread sees the changes of another, in order")
    func monitor() throws {
        let numbers = Monitor<[Int]>([])
        let thread = try SystemThread {
            for number in 0..<100 { numbers.withLock { $0.append(number) } }
        }
        var taken: [Int] = []
        while taken.count < 100 {
            taken.append(numbers.wait { $0.isEmpty ? nil : $0.removeFirst() })
        }
        thread.join()
        #expect(taken == Array(0..<100))
    }

    @Test("waiting ends at the deadline")
    func deadline() {
        let start = MonotonicClock.nanoseconds
        let found: Int? = Monitor(0).wait(until: start + 20_000_000) { _ in nil }
        #expect(found == nil)
        #expect(MonotonicClock.nanoseconds - start >= 20_000_000)
    }
}
