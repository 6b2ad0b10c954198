import CommandSupport
import Evaluation
import FacialFunWire

/// Formats figures for people.
enum MetricText {
    /// Placeholder for undefined figures.
    static let none = "–"

    /// A figure with three decimals.
    static func value(_ value: Double?) -> String {
        value.map { FixedPoint.text($0, decimals: 3) } ?? none
    }

    /// A figure with three decimals, followed by its interval, such as `0.853 (0.841–0.865)`.
    static func withInterval(_ figure: MetricValue) -> String {
        guard let interval = figure.interval else { return value(figure.value) }
        return "\(value(figure.value)) (\(value(interval.low))–\(value(interval.high)))"
    }

    /// A share of a count in percent, such as `12 (0.4 %)`.
    static func share(_ part: Int, of whole: Int) -> String {
        guard whole > 0 else { return "\(part)" }
        return "\(part) (\(FixedPoint.text(100 * Double(part) / Double(whole), decimals: 1)) %)"
    }

    /// The name of a figure of a set.
    static func name(_ figure: SummaryMetric) -> String {
        switch figure {
        case .accuracy: "accuracy"
        case .macroRecall: "macro recall"
        case .macroF1: "macro F1"
        case .meanAreaUnderCurve: "mean verification AUC"
        case .meanTrueAcceptRate: "mean TAR at 5 % false accepts"
        case .expectedCalibrationError: "calibration error"
        case .classwiseCalibrationError: "classwise calibration error"
        }
    }

    /// The name of a figure of an emotion.
    static func name(_ figure: EmotionMetric) -> String {
        switch figure {
        case .recall: "recall"
        case .precision: "precision"
        case .f1: "F1"
        case .areaUnderCurve: "AUC"
        case .trueAcceptRate: "TAR at 5 %"
        case .calibrationError: "calibration"
        }
    }
}

extension EvaluationReport {
    /// Outcomes of the faces, one sentence per line.
    var outcomeLines: [String] {
        let outcomes = all.outcomes
        let faces = outcomes.faces
        var lines = [
            "\(Counted.text(faces, "face")): \(MetricText.share(outcomes.judged, of: faces)) judged, "
                + "\(MetricText.share(outcomes.notDetected, of: faces)) not detected, "
                + "\(MetricText.share(outcomes.refused, of: faces)) refused, "
                + "\(MetricText.share(outcomes.unreadable, of: faces)) unreadable",
            "Faces that were not detected, refused or unreadable count as wrong in every figure "
                + "of \"\(Counting.all.title)\".",
        ]
        if !refusals.isEmpty {
            let told = refusals.map { "\($0.reason.rawValue) \($0.count)" }
            lines.append("Refused: " + told.joined(separator: ", ") + ".")
        }
        if areCrops {
            lines.append(
                "The pictures are face crops: only faces that fill most of them were searched for, "
                    + "and none was refused for its size or sharpness.")
        }
        if let cutError {
            lines.append(
                "The rectangles of the found faces were deliberately cut inaccurately: "
                    + "\(cutError.text).")
        }
        if severalFaces > 0 {
            lines.append(
                "In \(MetricText.share(severalFaces, of: faces)) of the pictures several faces "
                    + "were found; the largest was judged.")
        }
        return lines
    }
}
