import FacialFunWire
import Testing

@testable import FacialFun

/// Cost of cutting one face out of a large picture.
struct RectangleSourceTests {
    @Test("the rectangle of one face decodes its surroundings at full size, not those of all faces")
    func alone() throws {
        let recognizer = try EmotionRecognizer(
            models: try ModelDirectory.locate(
                option: nil, environment: [:], executablePath: "/nowhere/bin/facialfun"))
        let picture = try SamplePictures.image("two-people.jpg")
            .resizedByArea(width: 3200, height: 2400)
        let bytes = try JPEGEncoder().encode(picture)
        var options = RecognitionOptions(smallestFace: 330, keepsPictures: true)
        let all = try recognizer.recognize(bytes, path: "p", options: options)
        try #require(all.report.faces.count == 2 && all.picture?.image.width == 1600)
        let whole = try #require(all.source?.image)
        for face in 0..<2 {
            options.onlyFace = face
            let one = try recognizer.recognize(bytes, path: "p", options: options)
            #expect(one.report.faces == all.report.faces)
            #expect(one.rectangle(ofFace: face)?.image == all.rectangle(ofFace: face)?.image)
            let part = try #require(one.source?.image)
            #expect(part.width * part.height * 3 < whole.width * whole.height * 2)
            // The region for a rotated rectangle of 600 pixels at less than twice the resolution,
            // for any size of picture.
            #expect(part.width * part.height < 1_800 * 1_800)
        }
        options.onlyFace = 7
        let none = try recognizer.recognize(bytes, path: "p", options: options)
        #expect(none.source?.image.width == 1600)
    }
}
