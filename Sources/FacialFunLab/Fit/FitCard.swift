import CommandSupport
import FacialFunWire
import Glibc

/// Describes fitted classes: a model card, and a summary for the terminal.
struct FitCard {
    /// The name of the model's folder.
    let name: String
    /// The base model.
    let model: ModelSummary
    /// The pictures.
    let material: FitMaterial
    /// Judges people not seen by the fit.
    let validation: CrossValidation

    private var names: [String] { material.names }

    /// Counts of faces by label (first index) and predicted class (second index).
    private var confusion: [[Int]] {
        var counts = [[Int]](
            repeating: [Int](repeating: 0, count: names.count), count: names.count)
        for (face, answer) in zip(material.faces, validation.answers) {
            counts[face.label][answer] += 1
        }
        return counts
    }

    private var recalls: [Double] {
        confusion.enumerated().map { position, row in
            Double(row[position]) / Double(max(1, row.reduce(0, +)))
        }
    }

    private var accuracy: Double {
        Double(confusion.indices.reduce(0) { $0 + confusion[$1][$1] })
            / Double(max(1, material.faces.count))
    }

    private var macroRecall: Double { recalls.reduce(0, +) / Double(names.count) }

    /// The share of the most frequent class, which is the accuracy of always predicting it.
    private var guessing: Double {
        Double(material.counts.max() ?? 0) / Double(max(1, material.faces.count))
    }

    /// The mean of -log p(label), in nats.
    private var logLoss: Double {
        material.faces.indices.reduce(0) { sum, position in
            sum
                - LogisticRegression.logProbability(
                    of: material.faces[position].label, logits: validation.logits[position],
                    temperature: validation.temperature)
        } / Double(max(1, material.faces.count))
    }

    /// The people to whom the figures apply.
    private var protocolText: String {
        let folds = "\(validation.folds)-fold cross-validation"
        if material.isOfOnePerson {
            return folds
                + " by picture: all pictures show one person, so the figures apply to new "
                + "pictures of that person only"
        }
        if let people = material.people {
            return folds
                + " by person: each face is judged by a fit without its person, one of "
                + "\(people)"
        }
        if material.faces.contains(where: { $0.person != nil }) {
            return folds
                + " by person where it is known: a face without a person may be judged by a "
                + "fit that has seen the person in another picture"
        }
        return folds
            + " by picture: the people are unknown, so a face may be judged by a fit that has "
            + "seen its person in another picture, and the figures may be too good"
    }

    /// Classes with faces of a single person: when that person is held out, no fit has seen the
    /// class.
    private var classesOfOnePerson: [String] {
        guard material.people != nil else { return [] }
        return names.indices.filter { label in
            let people = material.faces.filter { $0.label == label }.compactMap(\.person)
            return Set(people.map { UTF8Key($0) }).count == 1
        }.map { names[$0] }
    }

    /// Text for the terminal after the model is written.
    var summary: String {
        var lines = [
            "\(Counted.text(material.faces.count, "face")) in \(names.count) classes, "
                + protocolText + ".",
            "accuracy \(Self.percent(accuracy))  macro recall \(Self.percent(macroRecall))  "
                + "(most frequent class only: \(Self.percent(guessing)))",
        ]
        let counts = material.counts
        for (position, name) in names.enumerated() {
            lines.append(
                "  \(SafeText.escaped(name)): recall \(Self.percent(recalls[position])) of "
                    + Counted.text(counts[position], "face"))
        }
        if let warning = classWarning { lines.append(warning) }
        return lines.joined(separator: "\n") + "\n"
    }

    private var classWarning: String? {
        guard !classesOfOnePerson.isEmpty else { return nil }
        return "Only one person shows "
            + classesOfOnePerson.map(SafeText.escaped).joined(separator: ", ")
            + ": cross-validation by person cannot measure these classes. "
            + "Add pictures of other people."
    }

    /// Facts about the fit for the manifest.
    var provenance: JSONValue {
        .object([
            ("command", .string("facialfun-lab fit")),
            ("base", .string("\(model.name) \(model.version)")),
            (
                "faces",
                .object(zip(names, material.counts).map { ($0, .integer($1)) })
            ),
            ("people", JSONValue(material.people)), ("folds", .integer(validation.folds)),
            ("penalty", .number(validation.penalty)), ("accuracy", .number(accuracy)),
            ("macroRecall", .number(macroRecall)), ("logLoss", .number(logLoss)),
        ])
    }

    /// The card.
    var markdown: String {
        let counts = material.counts
        let classRows = names.indices.map { position in
            "| \(Self.cell(names[position])) | \(material.pictures[position]) | "
                + "\(counts[position]) | "
                + "\(material.withoutFace[position]) | \(material.refused[position]) | "
                + "\(Self.percent(recalls[position])) |"
        }
        let confusionRows = names.indices.map { position in
            "| \(Self.cell(names[position])) | "
                + confusion[position].map { "\($0)" }.joined(separator: " | ") + " |"
        }
        let people = material.people.map { ", of \(Counted.text($0, "person", "people"))" } ?? ""
        return """
            # \(Self.cell(name)): user-defined classes on \(model.name) \(model.version)

            `facialfun-lab fit` wrote this model. It is \(model.name) \(model.version), whose eight
            emotion scores are unchanged, with one linear layer more for the classes
            \(names.map(Self.cell).joined(separator: ", ")).

            ## Intended use

            The scores say which of these classes a face looks like, among faces like those it was fitted
            on. They do not say what a person feels, thinks or is. A face that shows none of the
            classes still gets scores that sum to 1. European law prohibits emotion
            recognition in schools and workplaces except for medical or safety reasons.

            ## Data

            \(Counted.text(material.faces.count, "face"))\(people). Pictures without a face and faces that
            cannot be judged were left out.

            | class | pictures | faces | without a face | not judged | recall |
            |---|---:|---:|---:|---:|---:|
            \(classRows.joined(separator: "\n"))

            ## Figures

            Measured by \(protocolText).

            | figure | value |
            |---|---:|
            | accuracy | \(Self.percent(accuracy)) |
            | macro recall | \(Self.percent(macroRecall)) |
            | always the most frequent class | \(Self.percent(guessing)) |
            | log loss (nats) | \(FixedPoint.text(logLoss, decimals: 3)) |

            Rows are labels, columns are predicted classes.

            | label | \(names.map(Self.cell).joined(separator: " | ")) |
            |---|\(names.map { _ in "---:|" }.joined())
            \(confusionRows.joined(separator: "\n"))
            \(classWarning.map { "\n" + $0 + "\n" } ?? "")
            ## Method

            Multinomial logistic regression on the embedding, with an L2 penalty of
            \(validation.penalty) on standardized features (the median of those that the folds chose), and a
            temperature of \(FixedPoint.text(validation.temperature, decimals: 3)), fitted on the
            held-out faces. The shares of the classes in the data count: a class that is rare there gets lower
            scores.

            ## Known limits

            - If light, background or camera differ between the classes, the layer may learn this difference.
            - A layer fitted on few people may not work for others; the figures above measure this.
            - The limits of the base model (see its card) also apply to this layer.

            """
    }

    /// A text escaped for a table cell.
    private static func cell(_ text: String) -> String {
        SafeText.escaped(text).flatMap { character -> [Character] in
            "|\\`*_<>[]#".contains(character) ? ["\\", character] : [character]
        }.reduce(into: "") { $0.append($1) }
    }

    private static func percent(_ share: Double) -> String {
        FixedPoint.text(share * 100, decimals: 1) + " %"
    }
}
