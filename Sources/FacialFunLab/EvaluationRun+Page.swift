import CommandSupport
import Evaluation
import FacialFun
import FacialFunWire

extension EvaluationRun {
    /// The report as an HTML page; the pictures that it shows are read again.
    func page(of report: EvaluationReport) -> EvaluationPage {
        EvaluationPage(
            report: report,
            mistakes: ContactSheet(
                entries: report.mistakes.map { mistake in
                    entry(
                        mistake.picture,
                        caption: [
                            "label \(mistake.picture.truth.rawValue) "
                                + MetricText.value(Double(mistake.scoreOfTruth)),
                            "called \(mistake.called.rawValue) "
                                + MetricText.value(Double(mistake.score)),
                        ])
                }),
            notDetected: ContactSheet(
                entries: report.notDetected.map { picture in
                    entry(picture, caption: ["label \(picture.truth.rawValue)"])
                }),
            refused: ContactSheet(
                entries: report.refused.map { picture, reason in
                    entry(
                        picture,
                        caption: [
                            "label \(picture.truth.rawValue)", "refused: \(reason.rawValue)",
                        ])
                }))
    }

    private func entry(_ picture: LabeledImage, caption: [String]) -> ContactSheet.Entry {
        var png: [UInt8]?
        do {
            png = try ContactSheet.png(of: judge.view(reader.read(picture.item)))
        } catch {
            // If the file has changed since it was judged, the sheet marks it as unreadable.
            png = nil
        }
        return ContactSheet.Entry(png: png, caption: caption, path: picture.item.path.display)
    }
}
