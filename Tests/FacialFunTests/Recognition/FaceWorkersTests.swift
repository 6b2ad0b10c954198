import FacialFun
import FacialFunWire
import Foundation
import Testing
import TestSupport

/// Distributes the faces of a picture, and the parts of the work on each, over several threads.
@Suite struct FaceWorkersTests {
    @Test(arguments: [2, 3, 16], [("group", 10), ("collins", 1)])
    func manyThreadsGiveTheSameResultsToTheBit(workers: Int, sample: (name: String, faces: Int))
        throws
    {
        let recognizer = try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
        let path = "\(ModelsFolder.path)/../SampleFaces/\(sample.name).jpg"
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        for movements in [nil, try recognizer.movementEstimator()] {
            var options = RecognitionOptions(movements: movements)
            let alone = try recognizer.recognize(bytes, path: path, options: options).report
            options.workers = workers
            let together = try recognizer.recognize(bytes, path: path, options: options).report
            #expect(alone.faces.count >= sample.faces)
            #expect(alone.faces.allSatisfy { ($0.movements == nil) == (movements == nil) })
            #expect(together.faces == alone.faces)
            #expect(together.milliseconds.features > 0 && together.milliseconds.landmarks > 0)
        }
    }
}
