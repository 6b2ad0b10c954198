import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

extension BenchReport {
    /// The report for people.
    func text(style: TerminalStyle) -> String {
        let names = sources.map { SafeText.escaped(Array($0.utf8)) }.joined(separator: ", ")
        let times = style.unicode ? "×" : "x"
        let head = [
            style.painted("FacialFun \(FacialFunVersion.current)", .bold),
            "\(SafeText.oneLine(processor)), \(processors) usable, CPU path \(cpuPath)",
            "\(Counted.text(pictures, "picture")) of \(names), "
                + "\(Counted.text(frame.facesPerRound, "face")); "
                + "\(rounds) \(times) each, one thread, --search \(search.rawValue)",
        ]
        var rows: [[String]] = []
        if let coldStart {
            rows.append(row("cold start", coldStart.process.summary))
            rows.append(row("first call", coldStart.firstCall.summary))
        }
        rows += zip(BenchStage.all, frame.stages).map { row($0.name, $1.summary) }
        if let calibrated = frame.calibrated {
            rows.append(row("calibrating work", calibrated.work.summary))
            rows.append(row("total, calibrated", calibrated.durations.summary))
        }
        if let calibrated = coldStart?.calibrated {
            rows.append(row("cold start, calibrated", calibrated.durations.summary))
        }
        let table = AlignedTable(header: ["ms", "n", "p50", "p90", "p99", "max"], rows: rows)
        var text = head.joined(separator: "\n") + "\n\n" + table.text(style: style)
        if let coldStart {
            let megabytes = FixedPoint.text(coldStart.residentMegabytes, decimals: 1)
            text += "\nMemory of a new process: at most \(megabytes) MB resident.\n"
        }
        for verdict in verdicts {
            let sign = verdict.isMet ? style.painted("ok", .green) : style.painted("over", .red)
            text += "\(sign): \(verdict.sentence)\n"
        }
        return text
    }

    private func row(_ name: String, _ summary: LatencySummary?) -> [String] {
        guard let summary else { return [name, "0", "", "", "", ""] }
        let figures = [summary.p50, summary.p90, summary.p99, summary.max]
        return [name, "\(summary.count)"] + figures.map { FixedPoint.text($0, decimals: 2) }
    }
}
