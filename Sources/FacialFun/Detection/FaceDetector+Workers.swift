import FacialFunWire
import NeuralNetwork
import Synchronization

/// Search of one picture by several threads.
///
/// Each window and each refinement pass is a separate run, in its own workspace on the same
/// picture. Results are combined in the order of a single thread, so the faces are the same, bit
/// for bit.
extension FaceDetector {
    /// Maximum number of threads that share the search of one picture: each needs memory for a
    /// window of up to 512×512.
    static let maxWorkers = 8

    /// Results of one window.
    private struct Findings: Sendable {
        let candidates: [Face]
        let faint: [Face]
        let suspected: SuspectedCells?
    }

    /// Unit of concurrent work.
    private enum Part: Sendable {
        case window(Int)
        case pass(number: Int, candidate: Face)
    }

    /// Result of a unit of work.
    private enum PartResult: Sendable {
        case window(Findings)
        case pass(Face?)
    }

    /// Adds the candidates found in windows.
    ///
    /// - Parameters:
    ///   - windows: The windows.
    ///   - workspace: The workspace of the picture.
    ///   - stop: Cancellation check, before each window and pass.
    ///   - least: The minimum score of a candidate.
    ///   - suspecting: A finer level, and the index of the first window that selects places for it.
    ///   - level: The level whose confident candidates are refined at the same time, because most
    ///     of them are faces.
    func searchConcurrently(
        _ windows: [SearchPlan.Window], _ workspace: DetectionWorkspace, _ stop: CancellationCheck,
        least: Double = FaceDetector.candidateScore,
        suspecting: (level: SelectiveLevel?, from: Int) = (nil, 0),
        confirming level: SelectiveLevel? = nil
    ) {
        let known = level.map { workspace.candidates.filter($0.isSettling) } ?? []
        let parts = windows.indices.map(Part.window) + Self.parts(of: known)
        let (suspectedBy, first) = suspecting
        let outcomes = runConcurrently(
            parts, steps: windows.map(\.inputToImage.scale), workspace, stop
        ) { [windows] part, own in
            guard case .window(let number) = part else { return outcome(of: part, own) }
            let selects = number >= first ? suspectedBy : nil
            if let selects { own.suspected.begin(rows: selects.rows, columns: selects.columns) }
            search(windows[number], own, suspecting: selects, least: least)
            return .window(
                Findings(
                    candidates: own.candidates, faint: own.faint,
                    suspected: selects == nil ? nil : own.suspected))
        }
        for case .window(let findings) in outcomes {
            workspace.candidates += findings.candidates
            workspace.faint += findings.faint
            if let suspected = findings.suspected { workspace.suspected.formUnion(suspected) }
        }
        note(outcomes, of: known, workspace)
    }

    /// The confirmed faces of the candidates, in order.
    func confirmedConcurrently(_ workspace: DetectionWorkspace, _ stop: CancellationCheck) -> [Face]
    {
        let candidates = workspace.candidates
        let unknown = candidates.filter { workspace.passes[$0] == nil }
        // If there are many candidates, most are not faces, and a single pass rejects most of
        // these.
        guard unknown.count < workspace.workers else {
            let faces = Mutex([Face?](repeating: nil, count: candidates.count))
            let passes = workspace.passes
            forEachSideBySide(
                candidates.count, steps: candidates.flatMap(Self.steps), workspace
            ) { index, own in
                if stop.isStopped { return }
                own.passes = passes
                let face = confirmed(candidates[index], own)
                faces.withLock { $0[index] = face }
            }
            return faces.withLock { $0.compactMap(\.self) }
        }
        passSideBySide(unknown, workspace, stop)
        return stop.isStopped ? [] : candidates.compactMap { confirmed($0, workspace) }
    }

    /// Records the results of refinement passes at some places.
    func passSideBySide(
        _ candidates: [Face], _ workspace: DetectionWorkspace, _ stop: CancellationCheck = .never
    ) {
        let outcomes = runConcurrently(
            Self.parts(of: candidates), steps: [], workspace, stop
        ) { part, own in outcome(of: part, own) }
        note(outcomes, of: candidates, workspace)
    }

    private static func parts(of candidates: [Face]) -> [Part] {
        candidates.flatMap { candidate in
            RefinementPass.all.indices.map { .pass(number: $0, candidate: candidate) }
        }
    }

    /// The sampling steps of the passes at a candidate.
    private static func steps(_ candidate: Face) -> [Double] {
        RefinementPass.all.map { $0.inputToImage(candidate).scale }
    }

    private func outcome(of part: Part, _ own: DetectionWorkspace) -> PartResult {
        guard case .pass(let number, let candidate) = part else {
            preconditionFailure("the caller searches windows itself")
        }
        return .pass(pass(number, at: candidate, own))
    }

    /// Records the results of passes, unless they were stopped.
    private func note(
        _ outcomes: [PartResult], of candidates: [Face], _ workspace: DetectionWorkspace
    ) {
        let shown = outcomes.compactMap { outcome -> Face?? in
            if case .pass(let face) = outcome { face } else { nil }
        }
        let count = RefinementPass.all.count
        guard shown.count == candidates.count * count else { return }
        for (index, candidate) in candidates.enumerated() {
            workspace.passes[candidate] = Array(shown[index * count..<(index + 1) * count])
        }
    }

    /// Results of the parts, in order; incomplete if the work was stopped.
    private func runConcurrently(
        _ parts: [Part], steps: [Double], _ workspace: DetectionWorkspace,
        _ stop: CancellationCheck,
        _ body: @Sendable (Part, DetectionWorkspace) -> PartResult
    ) -> [PartResult] {
        let outcomes = Mutex([PartResult?](repeating: nil, count: parts.count))
        let passed = parts.compactMap { part -> [Double]? in
            if case .pass(_, let candidate) = part { Self.steps(candidate) } else { nil }
        }
        forEachSideBySide(parts.count, steps: steps + passed.joined(), workspace) { index, own in
            if stop.isStopped { return }
            let outcome = body(parts[index], own)
            outcomes.withLock { $0[index] = outcome }
        }
        return outcomes.withLock { $0.compactMap(\.self) }
    }

    /// Runs parts of the work on a picture, each in its own workspace.
    ///
    /// - Parameters:
    ///   - count: Number of parts.
    ///   - steps: Their sampling steps; shared levels of the pyramid are made first.
    ///   - workspace: The workspace of the picture.
    ///   - body: Processes one part, on any thread.
    private func forEachSideBySide(
        _ count: Int, steps: [Double], _ workspace: DetectionWorkspace,
        _ body: @Sendable (Int, DetectionWorkspace) -> Void
    ) {
        for step in steps { _ = workspace.pyramid.copy(step: step) }
        let pyramid = workspace.pyramid
        parallelFor(count, threads: min(workspace.workers, Self.maxWorkers)) { index in
            workerWorkspaces.withElement { own in
                own.begin(seeing: pyramid)
                defer { own.pyramid.end() }
                body(index, own)
            }
        }
    }
}
