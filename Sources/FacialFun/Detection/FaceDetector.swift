import FacialFunWire
package import NeuralNetwork

/// Finds all faces in an image: boxes, six keypoints, confidences.
///
/// The network runs on the image at several scales (``SearchPlan``), regardless of detections at
/// coarser ones. Each candidate is then refined upright at a fixed size (``RefinementPass``). If
/// nothing is found, the face mesh examines the most likely places (``LowConfidenceFallback``). The
/// same image gives the same faces, bit for bit, on any thread.
package final class FaceDetector: Sendable {
    /// The minimum score of a candidate in the search.
    static let candidateScore = 0.4
    /// The same minimum at places that a search for near faces suspects, once it has found a more
    /// confident face.
    static let suspectedCandidateScore = 0.5
    /// Minimum width of a near face, as a share of the image's shorter side.
    static let nearShare = 0.5
    /// The minimum confidence of a near face.
    ///
    /// The model card has the curves: most false detections are small.
    static let nearFaceScore = 0.62
    /// The minimum confidence of any other face.
    static let farFaceScore = 0.68
    /// The minimum score of a face in a refinement pass.
    static let refinementThreshold = 0.1
    /// Minimum difference in confidence that marks a face as upside down: the score of the rotated
    /// picture minus its own.
    static let upsideDownMargin = 0.08
    /// Minimum confidence of a face that counts as upright without a check.
    ///
    /// 12 of 5,000 upside-down faces that the check would reject reach it.
    static let uprightScore = 0.78
    /// Maximum number of candidates to refine per evaluation of the plan, most confident first.
    static let refinementsPerEvaluation = 4.0
    /// Number of candidates to refine in a short plan.
    static let minRefinements = 16

    /// Name of the output with a logit for each cell: whether it contains the center of a face too
    /// small to be found.
    ///
    /// Without this output, small faces are searched everywhere.
    static let smallFaces = "smallFaces"
    /// Side of a cell of ``smallFaces`` in samples.
    static let cellSide = 8

    /// The network.
    package let network: Network
    let cache: WorkspaceCache
    let sampler: InputSampler
    let lowConfidenceFallback: LowConfidenceFallback?
    private let predictsSmallFaces: Bool
    // Keeps one workspace per processor at most; further concurrent work may use more.
    let workspaces = Pool(maxIdle: AvailableProcessors.count) { DetectionWorkspace() }
    /// Workspaces of the threads that share the work on one picture.
    let workerWorkspaces = Pool(maxIdle: AvailableProcessors.count) { DetectionWorkspace() }

    /// Loads the detector.
    ///
    /// - Parameters:
    ///   - modelDirectory: The folder `face-detector` with manifest and weights.
    ///   - landmarker: The face mesh; without it there is no low-confidence fallback.
    ///   - cache: Cache of the workspaces.
    /// - Throws: A ``NetworkError`` if the files cannot be read or are not this detector.
    package convenience init(
        modelDirectory: String, landmarker: FaceLandmarker? = nil,
        cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        try self.init(
            network: Network(directory: modelDirectory), landmarker: landmarker, cache: cache)
    }

    /// Creates a detector from a loaded network.
    ///
    /// - Parameters:
    ///   - network: The detector's network.
    ///   - landmarker: The face mesh; without it there is no low-confidence fallback.
    ///   - cache: Cache of the workspaces.
    /// - Throws: `invalidGraph` if the network is not this detector.
    package init(
        network: Network, landmarker: FaceLandmarker? = nil,
        cache: WorkspaceCache = WorkspaceCache()
    ) throws(NetworkError) {
        guard Self.isFaceDetector(network) else {
            throw NetworkError(
                code: .invalidGraph,
                message:
                    "\(network.manifest.name) is not the face detector: it must have RGB input "
                    + "of flexible size and outputs boxes [anchors, 16] and logits [anchors, 1]. "
                    + "Install the model again.")
        }
        (self.network, self.cache) = (network, cache)
        predictsSmallFaces = network.manifest.outputs.contains(Self.smallFaces)
        sampler = InputSampler(network.manifest.input, outside: 127.5)
        lowConfidenceFallback = landmarker.map {
            LowConfidenceFallback(meshAugmentation: MeshTestTimeAugmentation(landmarker: $0))
        }
    }

    /// Whether a network has the expected inputs and outputs.
    private static func isFaceDetector(_ network: Network) -> Bool {
        let manifest = network.manifest
        guard manifest.task == .faceDetection, manifest.input.flexible,
            manifest.input.channels == 3,
            Set(manifest.outputs).subtracting([smallFaces]) == ["boxes", "logits"]
        else { return false }
        let (side, wide, longest) = (
            SearchPlan.minSide, SearchPlan.minSide + SearchPlan.sideMultiple,
            SearchPlan.longestSide
        )
        return [(side, side), (side, wide), (wide, side), (longest, longest)].allSatisfy {
            givesAnchors(network, height: $0, width: $1)
        }
    }

    /// Whether a network outputs a box and a logit for each anchor at an input size.
    private static func givesAnchors(_ network: Network, height: Int, width: Int) -> Bool {
        let anchors = AnchorGrid(height: height, width: width).count
        let shapes = try? network.outputShapes(height: height, width: width)
        let cells = [height / cellSide * (width / cellSide), 1]
        return shapes?["boxes"] == [anchors, BoxDecoder.valuesPerAnchor]
            && shapes?["logits"] == [anchors, 1] && shapes?[smallFaces, default: cells] == cells
    }

    /// Finds the faces in an image.
    ///
    /// - Parameters:
    ///   - image: The image, of any size and shape.
    ///   - smallestFace: The width of the narrowest box to find, in pixels, above 0; see
    ///     ``SearchBudget``. Narrower faces may be found, too.
    ///   - workers: Number of threads; the faces are the same, bit for bit.
    ///   - stop: Cancellation check, before each window of the search and each candidate.
    /// - Returns: The faces in pixels of the image, the largest box first.
    /// - Throws: Only `stopped`.
    /// - Complexity: ``SearchPlan/evaluations`` runs of the network on 128×128 pixels; for each
    ///   candidate one or two runs on 96×96 and at most one on 128×128, with at most four
    ///   candidates per evaluation. If nothing is found, two more runs on 96×96 and up to 18 runs
    ///   of the mesh for each of at most two near candidates.
    package func detect(
        in image: Image, smallestFace: Double, workers: Int = 1, stop: CancellationCheck = .never
    ) throws(FacialFunError) -> [Face] {
        var faces: [Face] = []
        detect(in: image, smallestFace: smallestFace, workers: workers, stop: stop, into: &faces)
        try stop.check()
        return faces
    }

    /// Finds the faces in an image, into a reused array.
    ///
    /// A single thread allocates nothing for a picture of the same size as the previous one, unless
    /// it has more faces than any before.
    ///
    /// - Parameters:
    ///   - image: See ``detect(in:smallestFace:workers:stop:)``.
    ///   - smallestFace: See ``detect(in:smallestFace:workers:stop:)``.
    ///   - workers: Number of threads; the faces are the same, bit for bit.
    ///   - stop: Cancellation check; the result is meaningless if the work was stopped.
    ///   - faces: Receives the faces; earlier contents are removed.
    package func detect(
        in image: Image, smallestFace: Double, workers: Int = 1,
        stop: CancellationCheck = .never, into faces: inout [Face]
    ) {
        faces.removeAll(keepingCapacity: true)
        workspaces.withElement { workspace in
            workspace.begin(image, workers: workers)
            defer { workspace.pyramid.end() }
            let plan = workspace.searchPlan(
                width: image.width, height: image.height, smallestFace: smallestFace,
                selects: predictsSmallFaces)
            search(plan, workspace, stop)
            if workspace.workers > 1 {
                faces += confirmedConcurrently(workspace, stop)
            } else {
                for index in 0..<workspace.candidates.count {
                    if stop.isStopped { break }
                    if let face = confirmed(workspace.candidates[index], workspace) {
                        faces.append(face)
                    }
                }
            }
            if faces.count == 0, let face = fallbackFace(workspace, stop) { faces.append(face) }
        }
        NonMaximumSuppression(overlap: 0.3).reduce(&faces)
        faces.order(by: Face.isLarger)
    }

    /// Examines the places of the faces in the previous picture, without searching the rest.
    ///
    /// - Parameters:
    ///   - faces: The faces of the previous picture, in pixels of the image; each is replaced by
    ///     the result of two refinement passes, or by nil if there is no longer a certain face.
    ///   - image: The image.
    ///   - workers: Number of threads; the faces are the same, bit for bit.
    /// - Complexity: At most two runs of the network on 96×96 pixels for each face.
    func follow(_ faces: inout [TrackedFace?], in image: Image, workers: Int = 1) {
        workspaces.withElement { workspace in
            workspace.begin(image, workers: workers)
            defer { workspace.pyramid.end() }
            if workers > 1 { passSideBySide(faces.compactMap { $0?.face }, workspace) }
            for index in 0..<faces.count {
                guard var tracked = faces[index] else { continue }
                if let face = seen(tracked.face, as: nil, workspace) {
                    tracked.face = face
                    tracked.template = FaceTemplate(face, in: &workspace.pyramid)
                    faces[index] = tracked
                } else {
                    faces[index] = nil
                }
            }
        }
    }

    /// Computes the templates of the faces in an image, one after the other.
    func sign(_ faces: [Face], in image: Image, _ body: (Face, FaceTemplate) -> Void) {
        workspaces.withElement { workspace in
            workspace.begin(image, workers: 1)
            defer { workspace.pyramid.end() }
            for index in 0..<faces.count {
                body(faces[index], FaceTemplate(faces[index], in: &workspace.pyramid))
            }
        }
    }

    /// Searches all windows.
    ///
    /// The workspace receives the most confident candidates, as many as are worth refining, and the
    /// candidates for a low-confidence fallback, which include the former.
    private func search(
        _ plan: SearchPlan, _ workspace: DetectionWorkspace, _ stop: CancellationCheck
    ) {
        workspace.candidates.removeAll(keepingCapacity: true)
        workspace.faint.removeAll(keepingCapacity: true)
        if let level = plan.selective {
            workspace.suspected.begin(rows: level.rows, columns: level.columns)
        }
        if workspace.workers > 1, plan.windows.count > 1 {
            searchConcurrently(
                plan.windows, workspace, stop,
                suspecting: (plan.selective, plan.windows.count - plan.selectingWindows))
        } else {
            for index in 0..<plan.windows.count {
                if stop.isStopped { return }
                let selects = index >= plan.windows.count - plan.selectingWindows
                search(plan.windows[index], workspace, suspecting: selects ? plan.selective : nil)
            }
        }
        if let level = plan.selective { searchFinest(level, of: plan, workspace, stop) }
        let passes = max(Self.minRefinements, Int(plan.evaluations * Self.refinementsPerEvaluation))
        NonMaximumSuppression(overlap: 0.5).reduce(&workspace.candidates, limit: passes)
    }

    /// Searches the places that the coarser levels have not settled.
    private func searchFinest(
        _ level: SelectiveLevel, of plan: SearchPlan, _ workspace: DetectionWorkspace,
        _ stop: CancellationCheck
    ) {
        var isSettled = level.suspicion == .smallFaces
        for index in 0..<workspace.candidates.count {
            let face = workspace.candidates[index]
            guard level.isSettling(face) else { continue }
            workspace.suspected.remove(inside: face.box, of: level)
            isSettled = true
        }
        guard isSettled else {
            search(plan.reserve, workspace, stop)
            search(level.everywhere, workspace, stop)
            return
        }
        guard workspace.suspected.count > 0 else { return }
        switch level.suspicion {
        case .smallFaces:
            search(level.windows(about: workspace.suspected), workspace, stop)
        case .faintAnchors:
            let least = Self.suspectedCandidateScore
            if let window = level.window(about: workspace.suspected) {
                if workspace.workers > 1 {
                    searchConcurrently([window], workspace, stop, least: least, confirming: level)
                } else {
                    search(window, workspace, suspecting: nil, least: least)
                }
            } else {
                search(level.everywhere, workspace, stop, least: least)
            }
        }
    }

    /// Adds the candidates found in windows.
    private func search(
        _ windows: [SearchPlan.Window], _ workspace: DetectionWorkspace,
        _ stop: CancellationCheck, least: Double = FaceDetector.candidateScore
    ) {
        if workspace.workers > 1, windows.count > 1 {
            searchConcurrently(windows, workspace, stop, least: least)
            return
        }
        for index in 0..<windows.count {
            if stop.isStopped { return }
            search(windows[index], workspace, suspecting: nil, least: least)
        }
    }

    /// Adds the candidates found in one window, and records the places for a finer level.
    func search(
        _ window: SearchPlan.Window, _ workspace: DetectionWorkspace,
        suspecting level: SelectiveLevel?, least: Double = FaceDetector.candidateScore
    ) {
        let map = window.inputToImage
        answer(
            height: window.height, width: window.width, inputToImage: map,
            threshold: lowConfidenceFallback == nil
                ? Self.candidateScore : LowConfidenceFallback.candidateScore, workspace,
            suspecting: level)
        workspace.mergeSureAnchors(least: least)
        for found in 0..<workspace.found.count {
            workspace.candidates.append(workspace.found[found].mapped(map))
        }
        workspace.mergeAnchors()
        guard lowConfidenceFallback != nil else { return }
        for found in 0..<workspace.found.count {
            workspace.faint.append(workspace.found[found].mapped(map))
        }
    }
}
