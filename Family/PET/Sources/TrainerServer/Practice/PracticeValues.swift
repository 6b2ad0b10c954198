import FacialFunWire
import FamilyAccounts
import FamilyWeb
import TrainerContent
import TrainerRules
import TrainerStore

/// The template values of a practice's pages.
struct PracticeValues {
    let content: Content

    private var charts: ChartWords { ChartWords(content.texts(content.language)) }

    private func words(_ key: String, _ values: [String: String] = [:]) -> String {
        content.text(key, values: values) ?? key
    }

    // MARK: - All clients

    /// The clients whose name contains a text, and their open goals.
    func clients(_ all: [ClientReview], named text: String) -> [String: Any] {
        let shown = all.filter {
            text.isEmpty || $0.player.name.lowercased().contains(text.lowercased())
        }
        let rows = shown.flatMap { client in
            client.goals.filter { $0.goal.endedOn == nil }.map { goal -> [String: Any] in
                row(goal).merging([
                    "name": client.player.name, "client": "\(client.player.id.rawValue)",
                ]) { $1 }
            }
        }
        return [
            "find": text, "some": !shown.isEmpty, "hasRows": !rows.isEmpty, "rows": rows,
            "count": words(
                all.count == 1 ? "practice.count_one" : "practice.count",
                ["count": "\(all.count)"]),
            "clients": shown.map { client -> [String: Any] in
                let player = client.player
                let assigned = client.assignments.first { !$0.isDone }.map { self.assigned($0) }
                return [
                    "id": "\(player.id.rawValue)", "name": player.name,
                    "badge": player.badge.drawing.rawValue, "colour": player.badge.colour.rawValue,
                    "state": client.lastPlayed.map {
                        words("practice.last_played", ["date": charts.longDate($0)])
                    } ?? words("practice.not_played"),
                    "assigned": assigned ?? "", "isAssigned": assigned != nil,
                ]
            },
        ]
    }

    // MARK: - One client

    /// A client's goals, assigned rounds and notes, and the input of a form with a fault.
    func client(
        _ client: ClientReview, notes: [Note], today: Day, typed: FormBody?
    ) -> [String: Any] {
        let player = client.player
        var values: [String: Any] = [
            "id": "\(player.id.rawValue)", "name": player.name, "birthYear": player.birthYear,
            "badge": player.badge.drawing.rawValue, "colour": player.badge.colour.rawValue,
        ]
        let notesOfGoals = Dictionary(grouping: notes.filter { $0.goal != nil }, by: \.goal)
        values["goals"] = client.goals.map { goal -> [String: Any] in
            row(goal).merging([
                "goalID": "\(goal.goal.id)", "open": goal.goal.endedOn == nil,
                "since": words("practice.since", ["date": charts.longDate(goal.goal.day)]),
                "notes": (notesOfGoals[goal.goal.id] ?? []).map(note),
            ]) { $1 }
        }
        values["hasGoals"] = !client.goals.isEmpty
        values["notes"] = notes.filter { $0.goal == nil }.map(note)
        values["assignments"] = client.assignments.map { assignment -> [String: Any] in
            [
                "assignmentID": "\(assignment.id)", "words": assigned(assignment),
                "done": assignment.isDone,
            ]
        }
        values["hasAssignments"] = !client.assignments.isEmpty
        values["kinds"] = Goal.Kind.allCases.map {
            choice($0.rawValue, words("practice.\($0.rawValue)"), typed?["kind"])
        }
        values["emotions"] = Emotion.allCases.map {
            choice($0.rawValue, charts($0), typed?["emotion"])
        }
        values["levels"] = (1...5).map { choice("\($0)", "\($0)", typed?["level"]) }
        values["criterion"] = typed?["criterion"] ?? "80"
        values["sources"] = Plant.Source.allCases.map {
            choice($0.rawValue, name(of: $0), typed?["source"])
        }
        values["rounds"] = typed?["rounds"] ?? "3"
        values["noteText"] = typed?["text"] ?? ""
        return values
    }

    private func choice(_ value: String, _ word: String, _ typed: String?) -> [String: Any] {
        ["value": value, "word": word, "chosen": value == typed]
    }

    private func note(_ note: Note) -> [String: Any] {
        [
            "date": charts.longDate(note.day),
            "lines": note.text.split(separator: "\n", omittingEmptySubsequences: false)
                .map(String.init),
        ]
    }

    // MARK: - Goals and rounds

    /// A goal with its comparison of before and after.
    private func row(_ review: ClientReview.GoalReview) -> [String: Any] {
        let (goal, progress) = (review.goal, review.progress)
        let state =
            progress.isReached ? "reached" : progress.now == nil ? "waiting" : "going"
        return [
            "goal": words(
                "practice.goal_\(goal.kind.rawValue)",
                ["emotion": charts(goal.emotion), "level": "\(goal.level)"]),
            "criterion": percent(goal.criterion),
            "before": figure(progress.baseline), "now": figure(progress.now),
            "change": progress.change.map { ($0 > 0 ? "+" : $0 < 0 ? "−" : "±") + "\(abs($0))" }
                ?? charts("none"),
            "better": (progress.change ?? 0) > 0, "worse": (progress.change ?? 0) < 0,
            "reached": progress.isReached, "state": words("practice.\(state)"),
            "beforeBar": progress.baseline?.percent ?? 0, "nowBar": progress.now?.percent ?? 0,
            "line": goal.criterion, "hasBars": progress.baseline != nil || progress.now != nil,
        ]
    }

    private func percent(_ value: Int) -> String { charts("percent", ["value": "\(value)"]) }

    private func figure(_ probe: Probe?) -> String {
        guard let probe else { return charts("none") }
        return words(
            "practice.figure",
            ["percent": "\(probe.percent)", "right": "\(probe.right)", "asked": "\(probe.asked)"])
    }

    /// An assignment in words: "Level 2: 1 of 3 rounds".
    func assigned(_ assignment: Assignment, _ key: String = "practice.assigned") -> String {
        words(
            assignment.rounds == 1 && key == "practice.assigned" ? "practice.assigned_one" : key,
            [
                "game": name(of: assignment.source), "done": "\(assignment.done)",
                "rounds": "\(assignment.rounds)",
            ])
    }

    /// The link by which the child begins an assigned round.
    func today(_ assignment: Assignment) -> [String: Any] {
        let href =
            switch assignment.source {
            case .bank: "/play/bank"
            case .faces: "/facial-fun"
            default: "/play/\(assignment.source.rawValue)"
            }
        return ["href": href, "words": assigned(assignment, "practice.assigned_short")]
    }

    /// A game's name in the child's language.
    func name(of source: Plant.Source) -> String {
        switch source {
        case .bank: words("levels.question_bank")
        case .faces: words("levels.facial_fun")
        default: "\(words("levels.level")) \(source.rawValue)"
        }
    }
}
