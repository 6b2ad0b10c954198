import FacialFunWire
import Testing

struct ImageJudgementTests {
    private func face(side: Double, reasons: [CannotJudgeReason] = []) -> FaceReport {
        SampleFace.report(
            box: Box(x: 10, y: 20, width: side, height: side), reasons: reasons)
    }

    private func judgement(_ faces: FaceReport...) -> ImageJudgement {
        ImageReport(
            path: "a.jpg",
            image: ImageSummary(width: 640, height: 480, format: "jpeg", orientation: 1),
            smallestFace: 40, faces: faces, milliseconds: StageMilliseconds(total: 3),
            model: ModelSummary(name: "emotion", version: "1")
        ).judgement
    }

    @Test("no face, one face, and one that cannot be judged")
    func one() {
        #expect(judgement() == .cannotJudge(.noFace))
        #expect(judgement(face(side: 90)) == .face(face(side: 90)))
        #expect(
            judgement(face(side: 90, reasons: [.blurred, .turnedAway])) == .cannotJudge(.blurred))
    }

    @Test("a second face counts from two thirds of the largest on, exactly")
    func bystander() {
        let large = face(side: 90)
        #expect(judgement(large, face(side: 60)) == .cannotJudge(.severalFaces))
        #expect(judgement(large, face(side: 59.99)) == .face(large))
        #expect(judgement(large, face(side: 59.99), face(side: 59)) == .face(large))
        #expect(judgement(large, large) == .cannotJudge(.severalFaces))
    }

    @Test("a bystander's faults do not matter, nor does the order of the list")
    func order() {
        let (large, small) = (face(side: 90), face(side: 40, reasons: [.tooSmall]))
        #expect(judgement(large, small) == .face(large))
        #expect(judgement(small, large) == .face(large))
    }

    @Test("several faces outrank what speaks against one of them")
    func rank() {
        #expect(
            judgement(face(side: 90, reasons: [.tooDark]), face(side: 80))
                == .cannotJudge(.severalFaces))
    }
}
