import FacialFunWire
import FamilyAccounts
import Foundation
import TrainerContent
import TrainerRules
import TrainerStore

/// The template values of the family's page.
struct FamilyValues {
    /// Maximum number of characters of notes on paper; the export contains the rest.
    static let mostPrinted = 900

    let account: Account
    let player: Player
    let review: FamilyReview
    let days: [Day]
    let audit: [AuditEntry]
    let auditPage: AuditPage
    let auditCount: Int
    let content: Content
    let language: String

    private var words: ChartWords { ChartWords(content.texts(language)) }

    var values: [String: Any] {
        let rollUps = review.rollUps
        let advice = FamilyAdvice(
            emotionDays: rollUps.emotionDays, confusions: review.recentConfusions,
            faceDays: review.faceDays, today: review.today)
        let offered = Set(
            content.questions.map { Skill($0.emotion, at: .standard($0.level)) })
        let charts = ReviewCharts.family(review, offered: offered, words: words)
        var values: [String: Any] = [:]
        values["child"] = child(player)
        values["children"] = account.players.map { child($0) }
        values["practice"] = account.kind == .practice
        values["several"] = account.players.count > 1
        values["canAdd"] = account.players.count < account.kind.mostPlayers
        values["empty"] = rollUps.isEmpty && review.faceDays.isEmpty
        values["advice"] =
            AdviceWords(advice: advice, content: content, language: language).sentences
        values["figures"] = figures
        values["charts"] = charts.map { Self.chart($0) }
        values["notes"] = notes
        values["notesLeft"] = notesLeft
        values["someLeft"] = notesLeft > 0
        values["newerNotes"] = address(ofNotePage: review.notePage.number - 1)
        values["olderNotes"] = address(ofNotePage: review.notePage.number + 1)
        values["days"] = days.map { day -> [String: String] in
            ["day": day.description, "date": longDate(day)]
        }
        values["hasDays"] = !days.isEmpty
        values["today"] = review.today.description
        values["date"] = longDate(review.today)
        values["audit"] = audit.map { entry($0) }
        values["hasAudit"] = !audit.isEmpty
        values["newerAudit"] = address(ofAuditPage: auditPage.number - 1)
        values["olderAudit"] = address(ofAuditPage: auditPage.number + 1)
        return values
    }

    private func text(_ key: String, _ values: [String: String] = [:]) -> String {
        var text = content.text(key, language: language) ?? key
        for (name, value) in values { text = text.replacing("{\(name)}", with: value) }
        return text
    }

    private func longDate(_ day: Day) -> String { words.longDate(day) }

    private func child(_ child: Player) -> [String: Any] {
        [
            "id": "\(child.id.rawValue)", "name": child.name, "birthYear": child.birthYear,
            "gender": child.gender ?? "", "shown": child.id == player.id,
            "badge": child.badge.drawing.rawValue, "colour": child.badge.colour.rawValue,
        ]
    }

    private static func chart(_ chart: Chart) -> [String: Any] {
        [
            "id": chart.id, "title": chart.title, "svg": chart.svg,
            "table": ["columns": chart.table.columns, "rows": chart.table.rows] as [String: Any],
        ]
    }

    // MARK: - Figures

    private var figures: [[String: String]] {
        let rollUps = review.rollUps
        let summary = PlaySummary(
            emotionDays: rollUps.emotionDays, rounds: rollUps.rounds, sittings: rollUps.sittings)
        let faces = FaceTotals(review.faceDays)
        let due = review.mastery.values.filter { $0.isDue(on: review.today) }
        let reached = review.mastery.values.filter { $0.isMastered }
        let none: String = words("none")
        let right: String = summary.totals.firstRightShare.map { words.percent($0) } ?? none
        let pace: String = summary.typicalMilliseconds.map { words.seconds($0) } ?? none
        let made: String = words(
            "progress.of", ["first": "\(faces.matched)", "asked": "\(faces.shown)"])
        return [
            figure("time", words.minutes(summary.playMilliseconds)),
            figure("sittings", "\(summary.sittings)"),
            figure("answers", "\(summary.totals.asked)"), figure("right", right),
            figure("pace", pace), figure("tips", "\(summary.totals.tips)"),
            figure("mastered", "\(reached.count)"), figure("due", "\(due.count)"),
            figure("faces", made), figure("seen", "\(faces.seen)"),
        ]
    }

    private func figure(_ name: String, _ value: String) -> [String: String] {
        ["label": text("family.figure_\(name)"), "value": value]
    }

    // MARK: - Notes

    /// The notes, the latest first, with the numbers of their marks on the charts.
    private var notes: [[String: Any]] {
        let printed = printedCount
        let first = review.noteDays.count - (review.notePage.number - 1) * NotePage.size
        return review.notes.enumerated().map { place, note -> [String: Any] in
            let lines = note.text.split(separator: "\n", omittingEmptySubsequences: false)
            var values: [String: Any] = [:]
            values["id"] = "\(note.id)"
            values["day"] = note.day.description
            values["date"] = longDate(note.day)
            values["number"] = first - place
            values["printed"] = place < printed
            values["lines"] = lines.map { String($0) }
            return values
        }
    }

    /// The number of the latest notes that fit on paper.
    private var printedCount: Int {
        var room = Self.mostPrinted
        return review.notes.prefix { note in
            // Even a short line takes the full width.
            room -= 60
            for line in note.text.split(separator: "\n", omittingEmptySubsequences: false) {
                room -= max(90, line.count)
            }
            return room >= 0
        }.count
    }

    private var notesLeft: Int { review.noteDays.count - printedCount }

    /// The address of another page of notes; nil if it does not exist.
    private func address(ofNotePage number: Int) -> String? {
        let pages = (review.noteDays.count + NotePage.size - 1) / NotePage.size
        guard number >= 1, number <= pages else { return nil }
        return "/family?child=\(player.id.rawValue)&notes=\(number)#notes-title"
    }

    // MARK: - Log

    /// The address of another page of the log; nil if it does not exist.
    private func address(ofAuditPage number: Int) -> String? {
        let pages = (auditCount + AuditPage.size - 1) / AuditPage.size
        guard number >= 1, number <= pages else { return nil }
        return "/family?child=\(player.id.rawValue)&log=\(number)#audit-title"
    }

    private func entry(_ entry: AuditEntry) -> [String: String] {
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_GB")
        formatter.dateFormat = "HH:mm"
        let day = Day(
            secondsSince1970: Int(entry.at.timeIntervalSince1970.rounded(.down)),
            offsetFromUTC: TimeZone.current.secondsFromGMT(for: entry.at))
        var who = text("family.all_children")
        if let id = entry.player {
            who = account.player(id)?.name ?? text("family.gone_child")
        }
        var what = text("family.audit_\(entry.action.rawValue)_\(entry.subject.rawValue)")
        if let count = entry.count, entry.action == .deleted {
            what += " " + text("family.audit_count", ["count": "\(count)"])
        }
        return [
            "at": "\(longDate(day)), \(formatter.string(from: entry.at))",
            "actor": text("family.actor_\(entry.actor.rawValue)"), "what": what, "child": who,
        ]
    }
}
