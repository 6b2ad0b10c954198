import FacialFunWire
import Testing

struct SimilarityTransformTests {
    private let transform = SimilarityTransform(a: 1.2, b: -0.7, tx: 30, ty: -4)

    @Test("the inverse maps every point back")
    func inverse() {
        for point in [Point(x: 0, y: 0), Point(x: 600, y: 1), Point(x: -7.5, y: 300)] {
            let back = transform.inverse.apply(transform.apply(point))
            #expect(back.distance(to: point) < 1e-9)
        }
    }

    @Test("distances are multiplied by the scale")
    func scale() {
        let (p, q) = (Point(x: 1, y: 2), Point(x: 40, y: -9))
        let grown = transform.apply(p).distance(to: transform.apply(q))
        #expect(abs(grown - transform.scale * p.distance(to: q)) < 1e-9)
    }

    @Test("scaling the output multiplies every coordinate")
    func scalingOutput() {
        let point = Point(x: 11, y: 13)
        let (plain, scaled) = (
            transform.apply(point), transform.scalingOutput(by: 0.25).apply(point)
        )
        #expect(abs(scaled.x - plain.x / 4) < 1e-12)
        #expect(abs(scaled.y - plain.y / 4) < 1e-12)
    }
}
