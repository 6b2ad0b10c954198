import FacialFun
import FacialFunWire
import Testing

struct BaselineStoreTests {
    private let baseline: Baseline

    init() throws {
        baseline = try Baseline(pictures: [
            .face(scores: SampleFaces.scores(.neutral, 0.9), features: nil)
        ])
    }

    /// Whether a store has a baseline at a time.
    private func has(_ store: inout BaselineStore, _ name: String, at time: Double) -> Bool {
        store.baseline(named: name, atMilliseconds: time) != nil
    }

    @Test("a baseline expires after half an hour")
    func expiry() {
        var store = BaselineStore()
        store.store(baseline, name: "a", atMilliseconds: 1000)
        let end = 1000 + BaselineStore.lifetimeMilliseconds
        #expect(store.count(atMilliseconds: end - 1) == 1)
        #expect(store.count(atMilliseconds: end) == 0)
        let found = [end - 1, end, 1000].map { has(&store, "a", at: $0) }
        #expect(found == [true, false, false], "after its time it is not only hidden")
    }

    @Test("a baseline is deleted on request")
    func deletion() {
        var store = BaselineStore()
        store.store(baseline, name: "a", atMilliseconds: 0)
        store.store(baseline, name: "b", atMilliseconds: 0)
        let removed = [store.remove(named: "a"), store.remove(named: "a")]
        #expect(removed == [true, false])
        let found = ["a", "b"].map { has(&store, $0, at: 1) }
        #expect(found == [false, true])
        store.removeAll()
        #expect(store.count(atMilliseconds: 1) == 0)
    }

    @Test("the oldest baseline is removed when there are too many")
    func capacity() {
        var store = BaselineStore()
        for number in 0...BaselineStore.capacity {
            store.store(baseline, name: "\(number)", atMilliseconds: Double(number))
        }
        #expect(store.count(atMilliseconds: 100) == BaselineStore.capacity)
        let found = ["0", "1"].map { has(&store, $0, at: 100) }
        #expect(found == [false, true])
    }
}
