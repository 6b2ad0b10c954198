import NIOCore
import Testing

@testable import FacialFunServer

struct DeadlineMarginTests {
    @Test("the reserve is 20 ms, or a quarter of a short deadline")
    func allowance() {
        for (deadline, left) in [(1, 0.75), (20, 15), (79, 59.25), (80, 60), (1000, 980)] {
            let allowance = DeadlineMargin.allowance(of: .milliseconds(Int64(deadline)))
            #expect(Double(allowance.nanoseconds) / 1e6 == left)
        }
    }
}
