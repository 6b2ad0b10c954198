import Testing

@testable import CommandSupport

struct FixedPointTests {
    @Test(
        "numbers are rounded and padded",
        arguments: [
            (0.0, 3, "0.000"), (0.0005, 3, "0.001"), (0.99951, 3, "1.000"), (12.05, 0, "12"),
            (-3.26, 1, "-3.3"), (-0.01, 1, "0.0"), (1.5, 2, "1.50"), (999.999, 2, "1000.00"),
        ])
    func rounding(value: Double, decimals: Int, expected: String) {
        #expect(FixedPoint.text(value, decimals: decimals) == expected)
    }

    @Test("numbers beyond the range of integers do not trap")
    func extremes() {
        #expect(FixedPoint.text(.infinity, decimals: 2) == "inf")
        #expect(FixedPoint.text(1e300, decimals: 2) == "1e+300")
    }
}
