extension Collection<FaceReport> {
    /// The one face to judge, or the reason why there is none.
    ///
    /// The reason is `no_face` if none was found, and `several_faces` if the second largest is
    /// comparable in size (``ImageReport/comparableSize``), because it is then unclear which person
    /// to judge. Otherwise it is the most important of the largest face's ``FaceReport/reasons``.
    /// Smaller faces are ignored as bystanders.
    public var judged: Result<FaceReport, CannotJudgeReason> {
        guard let largest = self.max(by: { $0.box.area < $1.box.area }) else {
            return .failure(.noFace)
        }
        let share = ImageReport.comparableSize
        let least = largest.box.area * share * share
        if count(where: { $0.box.area >= least }) > 1 { return .failure(.severalFaces) }
        return largest.reasons.first.map { .failure($0) } ?? .success(largest)
    }
}

extension ImageReport {
    /// Minimum side of a second face's box relative to the largest one's for it to count.
    ///
    /// A person half as far behind a child as the camera is in front of it does not count; one next
    /// to the child does.
    public static let comparableSize = 2.0 / 3

    /// The one face to judge, or the reason why there is none; see `judged` of ``faces``.
    public var judgedFace: Result<FaceReport, CannotJudgeReason> { faces.judged }
}
