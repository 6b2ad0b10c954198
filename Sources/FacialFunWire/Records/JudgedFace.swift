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
    /// Minimum ratio between the sides of the second largest box and the largest one at which the
    /// second face counts.
    ///
    /// A person next to the child counts. A person behind the child does not count if the distance
    /// between them is at least half that between child and camera.
    public static let comparableSize = 2.0 / 3

    /// The one face to judge, or the reason why there is none; see `judged` of ``faces``.
    public var judgedFace: Result<FaceReport, CannotJudgeReason> { faces.judged }
}
