public import FacialFunWire

extension FaceRound {
    /// The outcome of an event, and the end of the showing to store.
    public struct Step: Hashable, Sendable {
        /// The result of the event.
        public var outcome: FaceOutcome
        /// The end of the showing; nil while it continues.
        public var result: FaceResult?
    }

    /// Applies one event.
    ///
    /// An event counts once. An event of an earlier showing, or one that cannot be judged, changes
    /// nothing.
    public mutating func apply(_ event: FaceEvent) -> Step {
        guard !remembered.contains(event.id) else { return Step(outcome: .ignored(.duplicate)) }
        guard !isFinished else { return Step(outcome: .ignored(.finished)) }
        guard event.showing == showing else { return Step(outcome: .ignored(.stale)) }
        if case .judged(let judgement) = event.action, judgement.verdict == .cannotJudge {
            return Step(outcome: .unjudged)
        }
        let step: Step
        switch event.action {
        case .skip: step = skip(event)
        case .seen:
            seen += 1
            step = Step(outcome: .seen, result: end(.seen, event, mode: .saw))
        case .judged(let judgement): step = take(judgement, event)
        }
        revision += 1
        remembered.append(event.id)
        remembered.removeFirst(max(0, remembered.count - Self.rememberedEvents))
        return step
    }

    private mutating func take(_ judgement: FaceEvent.Judgement, _ event: FaceEvent) -> Step {
        now.tries += 1
        now.hints += judgement.hints
        now.mode = judgement.mode
        now.bestProgress = max(now.bestProgress, judgement.progress)
        now.bestScore = [now.bestScore, judgement.score].compactMap(\.self).max()
        if let position = waiting.first { targets[position].wasTried = true }
        if judgement.verdict == .matched {
            now.bestProgress = 1
            matched += 1
            return Step(outcome: .matched, result: end(.matched, event))
        }
        guard now.tries >= Self.triesPerShowing else {
            return Step(outcome: .notYet(triesLeft: Self.triesPerShowing - now.tries))
        }
        let position = waiting[0]
        let isLast = targets[position].showings + 1 >= Self.maximumShowings
        let result = end(isLast ? .goodTrying : .later, event)
        guard !isLast else {
            ended += 1
            return Step(outcome: .goodTrying, result: result)
        }
        ease(position)
        waiting.append(position)
        return Step(outcome: .later, result: result)
    }

    private mutating func skip(_ event: FaceEvent) -> Step {
        let position = waiting[0]
        let isLast = targets[position].showings + 1 >= Self.maximumShowings
        let result = end(.skipped, event)
        guard isLast else {
            waiting.append(position)
            return Step(outcome: .skipped, result: result)
        }
        ended += 1
        return Step(
            outcome: targets[position].wasTried ? .goodTrying : .setAside, result: result)
    }

    /// Whether any of these emotions is still to be shown.
    public func isWaiting(forAnyOf emotions: Set<Emotion>) -> Bool {
        !emotions.isEmpty && waiting.contains { emotions.contains(targets[$0].emotion) }
    }

    /// Removes emotions that a parent excluded while the round is running.
    ///
    /// Results so far stay. If the current target is removed, its showing ends without being
    /// counted, and its tries do not count for the next one.
    ///
    /// - Returns: Whether any of them was still to be shown.
    @discardableResult
    public mutating func removeTargets(_ emotions: Set<Emotion>) -> Bool {
        guard isWaiting(forAnyOf: emotions), let first = waiting.first else { return false }
        if emotions.contains(targets[first].emotion) {
            targets[first].showings += 1
            showing += 1
            now = Showing()
        }
        let before = waiting.count
        waiting.removeAll { emotions.contains(targets[$0].emotion) }
        ended += before - waiting.count
        revision += 1
        return true
    }

    /// The next easier level with the target; the same level if there is none.
    private mutating func ease(_ position: Int) {
        let target = targets[position]
        targets[position].easings += 1
        targets[position].level =
            offered[target.emotion]?.last { $0 < target.level } ?? target.level
    }

    /// Removes the current target from the screen.
    private mutating func end(
        _ end: FaceResult.End, _ event: FaceEvent, mode: FaceResult.Mode? = nil
    ) -> FaceResult {
        let position = waiting.removeFirst()
        let target = targets[position]
        let result = FaceResult(
            target: target.emotion, levelAsked: level, levelJudged: target.level, end: end,
            mode: mode ?? now.mode.map { $0 == .tap ? .tap : .hold } ?? .none,
            bestScore: now.bestScore, bestProgress: now.bestProgress, tries: now.tries,
            hints: now.hints, milliseconds: min(max(0, event.elapsedMilliseconds), 3_600_000))
        targets[position].showings += 1
        showing += 1
        now = Showing()
        return result
    }
}
