/// What changes while faces are detected; kept from picture to picture, so that pictures of one size
/// allocate nothing after the first.
///
/// Not for two threads at a time.
final class DetectionWorkspace {
    /// The picture that is looked at.
    var pyramid = ImagePyramid()
    /// What the anchors of one run say; empty between runs.
    var anchors: [Face] = []
    /// What one run found, the surest first.
    var found: [Face] = []
    /// What the search has found.
    var candidates: [Face] = []
    /// What the search has found for a low-confidence fallback.
    var faint: [Face] = []
    /// Where the finest level has to look.
    var suspected = SuspectedCells()
    /// How many threads share the work on the picture.
    private(set) var workers = 1
    /// What the refinement passes have shown of candidates already, in their order; only where several
    /// threads share the work.
    var passes: [Face: [Face?]] = [:]
    private var sure: [Face] = []
    private var plan: (key: PlanKey, plan: SearchPlan)?

    private struct PlanKey: Hashable {
        let width: Int
        let height: Int
        let smallestFace: Double
        let selects: Bool
    }

    /// Takes another picture, and forgets what was seen of the one before.
    func begin(_ image: Image, workers: Int) {
        pyramid.begin(image)
        begin(workers: workers)
    }

    /// Takes the picture of another workspace, to see another part of it at the same time.
    func begin(seeing pyramid: ImagePyramid) {
        self.pyramid.begin(seeing: pyramid)
        begin(workers: 1)
        candidates.removeAll(keepingCapacity: true)
        faint.removeAll(keepingCapacity: true)
    }

    private func begin(workers: Int) {
        self.workers = workers
        if passes.count > 0 { passes.removeAll(keepingCapacity: true) }
    }

    /// Merges what the anchors say into what was found; nothing is then left of it.
    func mergeAnchors() {
        found.removeAll(keepingCapacity: true)
        WeightedNonMaximumSuppression().merge(&anchors, into: &found)
    }

    /// Merges what those anchors say that are as sure as this; all of it is left.
    func mergeSureAnchors(least score: Double) {
        found.removeAll(keepingCapacity: true)
        sure.removeAll(keepingCapacity: true)
        for index in 0..<anchors.count where anchors[index].confidence >= score {
            sure.append(anchors[index])
        }
        WeightedNonMaximumSuppression().merge(&sure, into: &found)
    }

    /// The plan of a search; the one before is kept for pictures of the same size.
    func searchPlan(
        width: Int, height: Int, smallestFace: Double, selects: Bool
    ) -> SearchPlan {
        let key = PlanKey(
            width: width, height: height, smallestFace: smallestFace, selects: selects)
        if let plan, plan.key == key { return plan.plan }
        let made = SearchPlan(
            width: width, height: height, smallestFace: smallestFace, selects: selects)
        plan = (key, made)
        return made
    }
}
