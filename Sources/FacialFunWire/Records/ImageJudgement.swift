/// Whether a whole image shows the one face that is to be judged.
public enum ImageJudgement: Hashable, Sendable {
    /// The face to judge; its ``FaceReport/reasons`` are empty.
    case face(FaceReport)
    /// No face can be judged; the most important reason.
    case cannotJudge(CannotJudgeReason)
}

extension ImageReport {
    /// Minimum side of a second face's box relative to the largest one's for it to count.
    ///
    /// A person half as far behind a child as the camera is in front of it does not count; one next
    /// to the child does.
    public static let comparableSize = 2.0 / 3

    /// The one face to judge, or why there is none.
    ///
    /// `no_face` if none was found; `several_faces` if the second largest is comparable in size
    /// (``comparableSize``), because the person meant is then unclear; otherwise the reasons for
    /// the largest face. Smaller faces are bystanders.
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
