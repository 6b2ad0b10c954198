import FacialFunWire
import Testing

struct JudgedFaceTests {
    private func face(side: Double, reasons: [CannotJudgeReason] = []) -> FaceReport {
        SampleFace.report(
            box: Box(x: 10, y: 20, width: side, height: side), reasons: reasons)
    }

    private func judged(_ faces: FaceReport...) -> Result<FaceReport, CannotJudgeReason> {
        ImageReport(
            path: "a.jpg",
            image: ImageSummary(width: 640, height: 480, format: "jpeg", orientation: 1),
            smallestFace: 40, faces: faces, milliseconds: StageMilliseconds(total: 3),
            model: ModelSummary(name: "emotion", version: "1")
        ).judgedFace
    }

    @Test("no face, a judgeable face and an unjudgeable face give different results")
    func one() {
        #expect(judged() == .failure(.noFace))
        #expect(judged(face(side: 90)) == .success(face(side: 90)))
        #expect(
            judged(face(side: 90, reasons: [.blurred, .turnedAway])) == .failure(.blurred))
    }

    @Test("a second face counts from exactly two thirds of the largest on")
    func bystander() {
        let large = face(side: 90)
        #expect(judged(large, face(side: 60)) == .failure(.severalFaces))
        #expect(judged(large, face(side: 59.99)) == .success(large))
        #expect(judged(large, face(side: 59.99), face(side: 59)) == .success(large))
        #expect(judged(large, large) == .failure(.severalFaces))
    }

    @Test("neither the reasons of a small second face nor the order of the list matter")
    func order() {
        let (large, small) = (face(side: 90), face(side: 40, reasons: [.tooSmall]))
        #expect(judged(large, small) == .success(large))
        #expect(judged(small, large) == .success(large))
    }

    @Test("several faces take precedence over the reasons of one of them")
    func rank() {
        #expect(
            judged(face(side: 90, reasons: [.tooDark]), face(side: 80))
                == .failure(.severalFaces))
    }
}
