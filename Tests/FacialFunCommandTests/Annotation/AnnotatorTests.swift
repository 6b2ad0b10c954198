import FacialFun
import FacialFunWire
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct AnnotatorTests {
    private func gray(width: Int, height: Int) -> Image {
        Image(width: width, height: height) { $0.initialize(repeating: 128) }
    }

    private static func scale(_ factor: Double) -> SimilarityTransform {
        SimilarityTransform(a: factor, b: 0, tx: 0, ty: 0)
    }

    /// The first and last column and row that changed.
    private func changed(_ image: Image) -> (x: ClosedRange<Int>, y: ClosedRange<Int>)? {
        let places = image.withPixels { pixels in
            pixels.indices.filter { pixels[$0] != 128 }.map { $0 / 3 }
        }
        let xs = places.map { $0 % image.width }, ys = places.map { $0 / image.width }
        guard let left = xs.min(), let right = xs.max(), let top = ys.min(), let bottom = ys.max()
        else { return nil }
        return (left...right, top...bottom)
    }

    @Test("without OpenCV a drawing option is rejected with the packages to install")
    func missingOpenCV() throws {
        #expect(Canvas.isAvailable)
        try ScoreCommand.checkDrawing(for: "--annotate", isAvailable: true)
        let error = #expect(throws: CommandError.self) {
            try ScoreCommand.checkDrawing(for: "--rectangles", isAvailable: false)
        }
        #expect(error?.code == .unfit)
        #expect(error?.message.hasPrefix("--rectangles needs OpenCV") == true)
        #expect(error?.message.contains("libopencv-imgproc410") == true)
    }

    @Test("nothing is drawn without a face")
    func nothing() {
        for image in [gray(width: 640, height: 480), gray(width: 60, height: 80)] {
            #expect(Annotator.annotated(image, toFull: Self.scale(2), faces: []) == image)
        }
    }

    @Test("a face is drawn at its position in a picture decoded at a smaller size")
    func scaled() throws {
        var face = SampleReports.face
        face.box = Box(x: 800, y: 400, width: 200, height: 200)
        let center = Point(x: 900, y: 500)
        face.keypoints = face.keypoints.mapped { _ in center }
        let drawn = Annotator.annotated(
            gray(width: 1000, height: 800), toFull: Self.scale(2), faces: [face])
        #expect(drawn.width == 1000 && drawn.height == 800)
        let places = try #require(changed(drawn))
        // The box's left edge; the panel lies to its right.
        #expect(abs(places.x.lowerBound - 400) <= 1)
        #expect(abs(places.y.lowerBound - 200) <= 1)
        let middle = drawn.withPixels { $0[(250 * 1000 + 450) * 3] }
        #expect(middle != 128, "the keypoints lie at the mapped place")
    }

    @Test("a tiny picture is enlarged until its text is readable")
    func enlarged() {
        var face = SampleReports.face
        face.box = Box(x: 10, y: 10, width: 40, height: 40)
        let drawn = Annotator.annotated(
            gray(width: 60, height: 80), toFull: Self.scale(1), faces: [face])
        #expect(drawn.width == 480 && drawn.height == 640)
    }
}
