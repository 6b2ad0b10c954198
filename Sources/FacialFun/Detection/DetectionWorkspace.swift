/// Mutable state of a detection, reused between pictures: further pictures of the same size
/// allocate nothing.
///
/// For one thread at a time.
final class DetectionWorkspace {
    /// The searched picture.
    var pyramid = ImagePyramid()
    /// Anchor results of one run; empty between runs.
    var anchors: [Face] = []
    /// Detections of one run, most confident first.
    var found: [Face] = []
    /// Detections of the search.
    var candidates: [Face] = []
    /// Weak detections for the low-confidence fallback.
    var faint: [Face] = []
    /// Cells that the finest level has to search.
    var suspected = SuspectedCells()
    /// Number of threads that share the work on the picture.
    private(set) var workers = 1
    /// Results of refinement passes so far, in order; only used with several threads.
    var passes: [Face: [Face?]] = [:]
    private var sure: [Face] = []
    private var plan: (key: PlanKey, plan: SearchPlan)?

    private struct PlanKey: Hashable {
        let width: Int
        let height: Int
        let smallestFace: Double
        let selects: Bool
    }

    /// Starts a new picture and resets the state.
    func begin(_ image: Image, workers: Int) {
        pyramid.begin(image)
        begin(workers: workers)
    }

    /// Uses the picture of another workspace, to examine another part of it concurrently.
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

    /// Merges the anchors' results into ``found``, and clears them.
    func mergeAnchors() {
        found.removeAll(keepingCapacity: true)
        WeightedNonMaximumSuppression().merge(&anchors, into: &found)
    }

    /// Merges the anchors' results with at least this score, and keeps them.
    func mergeSureAnchors(least score: Double) {
        found.removeAll(keepingCapacity: true)
        sure.removeAll(keepingCapacity: true)
        for index in 0..<anchors.count where anchors[index].confidence >= score {
            sure.append(anchors[index])
        }
        WeightedNonMaximumSuppression().merge(&sure, into: &found)
    }

    /// The plan of a search; reused for pictures of the same size.
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
