import Foundation
import Synchronization
import Testing

@testable import CommandSupport

struct OrderedPipelineTests {
    @Test(
        "results keep the order of the input with any number of workers", arguments: [1, 2, 4, 9])
    func order(workers: Int) {
        let pipeline = OrderedPipeline(Array(0..<200), workers: workers) { number in
            // Even numbers are slower than odd ones.
            if number.isMultiple(of: 2) { usleep(200) }
            return number * number
        }
        var results: [Int] = []
        while let result = pipeline.next() { results.append(result) }
        #expect(results == (0..<200).map { $0 * $0 })
        #expect(pipeline.next() == nil)
    }

    @Test("an empty list gives no results")
    func empty() {
        #expect(OrderedPipeline([Int](), workers: 4) { $0 }.next() == nil)
    }

    @Test("no more inputs are processed at once than there are workers")
    func bound() {
        let counts = Mutex((now: 0, most: 0))
        let pipeline = OrderedPipeline(Array(0..<60), workers: 3) { number in
            counts.withLock {
                $0.now += 1
                $0.most = max($0.most, $0.now)
            }
            usleep(500)
            counts.withLock { $0.now -= 1 }
            return number
        }
        while pipeline.next() != nil {}
        #expect(counts.withLock { $0.most } <= 3)
    }

    @Test("workers do not run far ahead of a slow reader")
    func window() {
        let started = Mutex(0)
        let pipeline = OrderedPipeline(Array(0..<500), workers: 2) { number in
            started.withLock { $0 += 1 }
            return number
        }
        var handedOver = 0
        while pipeline.next() != nil {
            handedOver += 1
            // Eight results may wait and two inputs may be in work.
            #expect(started.withLock { $0 } <= handedOver + 10)
        }
    }
}
