import FacialFunWire
import Foundation
import TestSupport
import Testing

@testable import CommandSupport
@testable import FacialFunLab

/// The mathematics of `facialfun-lab fit`.
struct FitTests {
    @Test("L-BFGS finds the minimum of an ill-conditioned quadratic and of Rosenbrock's valley")
    func minimum() {
        let scales = [1.0, 100, 10_000]
        let center = [3.0, -2, 0.5]
        let found = LimitedMemoryBFGS.minimum(
            from: [0, 0, 0], tolerance: 1e-8, maxIterations: 200
        ) { point in
            let distance = zip(point, center).map { $0 - $1 }
            return .init(
                value: zip(scales, distance).reduce(0) { $0 + $1.0 * $1.1 * $1.1 / 2 },
                gradient: zip(scales, distance).map { $0 * $1 })
        }
        for (value, expected) in zip(found, center) { #expect(abs(value - expected) < 1e-5) }
        let valley = LimitedMemoryBFGS.minimum(
            from: [-1.2, 1], tolerance: 1e-8, maxIterations: 500
        ) { point in
            let (x, y) = (point[0], point[1])
            return .init(
                value: (1 - x) * (1 - x) + 100 * (y - x * x) * (y - x * x),
                gradient: [-2 * (1 - x) - 400 * x * (y - x * x), 200 * (y - x * x)])
        }
        #expect(abs(valley[0] - 1) < 1e-4 && abs(valley[1] - 1) < 1e-4)
    }

    @Test("without features the probabilities are the class frequencies")
    func shares() {
        let table = LogisticRegression.Table(
            features: [[Float]](repeating: [7], count: 10),
            labels: [0, 0, 0, 0, 0, 0, 1, 1, 1, 2], classCount: 3)
        let fit = LogisticRegression(table, penalty: 0.1)
        for (label, share) in [0.6, 0.3, 0.1].enumerated() {
            let found = exp(
                LogisticRegression.logProbability(of: label, logits: fit.logits(of: [7])))
            #expect(abs(found - share) < 2e-3)
        }
    }

    /// Points of a logistic model of two features of very different sizes.
    private static func points(_ count: Int, slope: Double) -> (features: [[Float]], labels: [Int])
    {
        var generator = SeededGenerator(seed: 7)
        var (features, labels) = ([[Float]](), [Int]())
        for _ in 0..<count {
            let x = Double.random(in: -1...1, using: &generator)
            let noise = Double.random(in: -1...1, using: &generator)
            let probability = 1 / (1 + exp(-slope * x))
            features.append([Float(1000 + 50 * x), Float(noise)])
            labels.append(Double.random(in: 0..<1, using: &generator) < probability ? 1 : 0)
        }
        return (features, labels)
    }

    @Test(
        "coefficients of a logistic model are recovered at any scale of its features")
    func coefficients() {
        let (features, labels) = Self.points(4000, slope: 4)
        let fit = LogisticRegression(
            LogisticRegression.Table(features: features, labels: labels, classCount: 2),
            penalty: 1e-5)
        // The difference of the logits grows by 4 per unit of x, which is 50 units of the feature.
        let slope = Double(fit.weights[1][0] - fit.weights[0][0]) * 50
        #expect(abs(slope - 4) < 0.4, "\(slope)")
        #expect(abs(fit.weights[1][1] - fit.weights[0][1]) < 0.3)
        let logits = fit.logits(of: [1000, 0])
        #expect(abs(logits[1] - logits[0]) < 0.2)
    }

    @Test("a stronger penalty gives smaller weights")
    func penalty() {
        let (features, labels) = Self.points(500, slope: 4)
        let table = LogisticRegression.Table(features: features, labels: labels, classCount: 2)
        let sizes = [0.001, 0.1, 10].map { penalty in
            abs(LogisticRegression(table, penalty: penalty).weights[1][0])
        }
        #expect(sizes[0] > 1.2 * sizes[1] && sizes[1] > 2 * sizes[2])
    }

    private static func faces(people: Int, each: Int, classes: Int) -> [FitFace] {
        (0..<people).flatMap { person in
            (0..<each).map { place in
                FitFace(
                    embedding: [Float(place % classes), Float(person)], label: place % classes,
                    person: "person \(person)")
            }
        }
    }

    @Test("no person is in two folds, and each fold has about the same share of each class")
    func folds() {
        let faces = Self.faces(people: 23, each: 12, classes: 3)
        let (fold, count) = CrossValidation.folds(of: faces, classCount: 3)
        #expect(count == 5)
        for person in Set(faces.compactMap(\.person)) {
            let found = Set(faces.indices.filter { faces[$0].person == person }.map { fold[$0] })
            #expect(found.count == 1)
        }
        for held in 0..<count {
            for label in 0..<3 {
                let share = faces.indices.count { fold[$0] == held && faces[$0].label == label }
                #expect((16...20).contains(share), "\(share) of 92")
            }
        }
    }

    @Test("faces without a person are distributed over the folds; two people make two folds")
    func foldsWithoutPersons() {
        let alone = (0..<40).map { FitFace(embedding: [0], label: $0 % 2, person: nil) }
        let (fold, count) = CrossValidation.folds(of: alone, classCount: 2)
        #expect(count == 5)
        #expect(Set(fold.map { f in fold.count { $0 == f } }) == [8])
        #expect(
            CrossValidation.folds(of: Self.faces(people: 2, each: 20, classes: 2), classCount: 2)
                .count == 2)
    }

    @Test("a feature that identifies only the person fails cross-validation by person")
    func leak() {
        // Each person shows one class only, and the only feature identifies the person.
        var generator = SeededGenerator(seed: 3)
        let faces = (0..<200).map { place -> FitFace in
            let person = place % 20
            var embedding = [Float](repeating: 0, count: 20)
            embedding[person] = Float.random(in: 0.9...1.1, using: &generator)
            return FitFace(embedding: embedding, label: person % 2, person: "\(person)")
        }
        func accuracy(_ faces: [FitFace]) -> Double {
            let found = CrossValidation(faces, classCount: 2, jobs: 2)
            return Double(zip(faces, found.answers).count { $0.label == $1 }) / Double(faces.count)
        }
        #expect(accuracy(faces) < 0.65)
        let unknown = faces.map { FitFace(embedding: $0.embedding, label: $0.label, person: nil) }
        #expect(accuracy(unknown) > 0.95)
    }

    @Test("the result does not depend on the number of threads")
    func threads() {
        let faces = Self.faces(people: 7, each: 9, classes: 3)
        let one = CrossValidation(faces, classCount: 3, jobs: 1)
        let four = CrossValidation(faces, classCount: 3, jobs: 4)
        #expect(one.logits == four.logits)
        #expect(one.penalty == four.penalty && one.temperature == four.temperature)
    }

    @Test("folders of classes, with or without persons, and tables give the same result")
    func sources() throws {
        let folder = try TemporaryFolder()
        let made = try Program.shell(
            """
            mkdir -p a/calm/anna a/tense a/tense/ben
            cp "$PORTRAIT" a/calm/anna/1.jpg; cp "$PORTRAIT" a/tense/2.jpg; cp "$PORTRAIT" a/tense/ben/3.jpg
            cp "$PORTRAIT" a/lost.jpg; echo text >a/calm/notes.txt
            printf 'path,label,person\\na/calm/anna/1.jpg,calm,anna\\na/tense/2.jpg,tense,\\n' >table.csv
            mkdir -p one/only; cp "$PORTRAIT" one/only/1.jpg
            """, in: folder)
        #expect(made.status == 0)
        let found = try ClassFolders(InputPath(folder.path("a")))
        #expect(found.names == ["calm", "tense"])
        #expect(found.pictures.map(\.label) == [0, 1, 1])
        #expect(Set(found.pictures.map(\.person)) == ["anna", nil, "ben"])
        #expect(found.withoutClass == 1 && found.skippedFiles == 1)
        let table = try ClassFolders(InputPath(folder.path("table.csv")))
        #expect(table.names == ["calm", "tense"])
        #expect(table.pictures.map(\.person) == ["anna", nil])
        let error = #expect(throws: CommandError.self) {
            try ClassFolders(InputPath(folder.path("one")))
        }
        #expect(error?.message.contains("pictures of 1 class: two or more are needed") == true)
    }
}
