/// Whether a whole image shows the one face that is to be judged.
public enum ImageJudgement: Hashable, Sendable {
    /// The face to judge; its ``FaceReport/reasons`` are empty.
    case face(FaceReport)
    /// Why there is none; the reason that matters most.
    case cannotJudge(CannotJudgeReason)
}

extension ImageReport {
    /// A second face counts only if its box is at least this share of the largest one's, sides
    /// compared: who sits half as far behind a child as the camera is in front does not count, who
    /// sits beside it does.
    public static let comparableSize = 2.0 / 3

    /// The one face to judge, or why there is none.
    ///
    /// `no_face` where none was found; `several_faces` where the second largest is comparable in size
    /// (``comparableSize``), for then it cannot be told who is meant; else what speaks against the
    /// largest face, smaller ones being bystanders.
    public var judgement: ImageJudgement { ImageJudgement(of: faces) }
}

extension ImageJudgement {
    /// The one face to judge of all those in a picture, or why there is none; the rule is that of
    /// ``ImageReport/judgement``.
    public init(of faces: [FaceReport]) {
        guard let largest = faces.max(by: { $0.box.area < $1.box.area }) else {
            self = .cannotJudge(.noFace)
            return
        }
        let share = ImageReport.comparableSize
        let least = largest.box.area * share * share
        if faces.count(where: { $0.box.area >= least }) > 1 {
            self = .cannotJudge(.severalFaces)
        } else {
            self = largest.reasons.first.map { .cannotJudge($0) } ?? .face(largest)
        }
    }
}
