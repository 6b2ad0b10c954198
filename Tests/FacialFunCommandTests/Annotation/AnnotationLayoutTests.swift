import FacialFunWire
import Testing

@testable import CommandSupport
@testable import FacialFunCommand

struct AnnotationLayoutTests {
    private func layout(_ width: Double, _ height: Double) -> AnnotationLayout {
        AnnotationLayout(width: width, height: height) { text, height in
            Double(text.utf8.count) * height * 0.9
        }
    }

    private func face(_ x: Double, _ y: Double, _ size: Double) -> FaceReport {
        var face = SampleReports.face
        face.box = Box(x: x, y: y, width: size, height: size)
        return face
    }

    /// The frames of the panels, from the fills of their backgrounds.
    private func panels(_ drawings: [Drawing]) -> [Box] {
        drawings.compactMap { drawing in
            if case .fill(let box, EmotionColors.background) = drawing { box } else { nil }
        }
    }

    private func texts(_ drawings: [Drawing]) -> [String] {
        drawings.compactMap { drawing in
            if case .text(let text, _, _, _) = drawing { text } else { nil }
        }
    }

    @Test("a face has a box, six keypoints, its top emotion and a bar per emotion")
    func complete() {
        let drawings = layout(800, 600).drawings(of: [face(300, 200, 150)])
        #expect(texts(drawings).first == "happiness 0.60")
        #expect(Set(texts(drawings)).isSuperset(of: Emotion.allCases.map(\.rawValue)))
        for emotion in Emotion.allCases {
            #expect(
                drawings.contains { drawing in
                    if case .fill(let box, EmotionColors.color(of: emotion)) = drawing {
                        box.width > 0
                    } else {
                        false
                    }
                }, "\(emotion) has a bar")
        }
        let dots = drawings.count { if case .dot = $0 { true } else { false } }
        #expect(dots == 6)
    }

    @Test("an unjudgeable face shows its reason and no emotion")
    func unjudged() {
        var blurred = face(300, 200, 150)
        blurred.reasons = [.blurred, .tooDark]
        let drawings = layout(800, 600).drawings(of: [blurred])
        #expect(texts(drawings) == ["not judged: blurred"])
        for emotion in Emotion.allCases {
            #expect(
                !drawings.contains { drawing in
                    switch drawing {
                    case .outline(_, EmotionColors.color(of: emotion), _),
                        .fill(_, EmotionColors.color(of: emotion)):
                        true
                    default: false
                    }
                })
        }
    }

    @Test("only unjudgeable faces are hatched")
    func hatched() {
        var blurred = face(300, 200, 150)
        blurred.reasons = [.blurred]
        func hatches(_ face: FaceReport) -> [Box] {
            layout(800, 600).drawings(of: [face]).compactMap { drawing in
                if case .hatch(let box, EmotionColors.unjudged, _, _) = drawing { box } else { nil }
            }
        }
        #expect(hatches(blurred) == [blurred.box])
        #expect(hatches(face(300, 200, 150)).isEmpty)
    }

    @Test("in a film the panel shows the number of the person")
    func person() {
        var second = face(300, 200, 150)
        second.person = 2
        #expect(texts(layout(800, 600).drawings(of: [second])).first == "2: happiness 0.60")
        second.reasons = [.cutOff]
        #expect(texts(layout(800, 600).drawings(of: [second])) == ["2: not judged: cut_off"])
    }

    @Test(
        "a model with custom classes shows up to eight of them, highest first")
    func ownClasses() {
        var face = face(300, 200, 150)
        face.classes = ClassScores(names: ["calm", "tense"], values: [0.25, 0.75])
        let shown = texts(layout(800, 600).drawings(of: [face]))
        #expect(shown == ["tense 0.75", "calm", "tense"])
        let many = (0..<20).map { "class \($0)" }.sorted()
        face.classes = ClassScores(names: many, values: (0..<20).map { Float($0) / 190 })
        #expect(texts(layout(800, 600).drawings(of: [face])).count == 9)
    }

    @Test(
        "panels stay inside the image for any face position and image size",
        arguments: [(480.0, 480.0), (640, 480), (6000, 4000), (480, 7680)])
    func inside(width: Double, height: Double) {
        for share in [0.02, 0.1, 0.5, 0.95] {
            let size = min(width, height) * share
            for (x, y) in [
                (-size / 2, -size / 2), (width - size / 2, height - size / 2),
                (width / 2 - size / 2, height / 2 - size / 2), (width - size, 0),
                (0, height - size),
            ] {
                let frames = panels(layout(width, height).drawings(of: [face(x, y, size)]))
                #expect(frames.count == 1)
                for frame in frames {
                    #expect(frame.x >= 0 && frame.y >= 0)
                    #expect(frame.x + frame.width <= width && frame.y + frame.height <= height)
                }
            }
        }
    }

    @Test("text has a readable minimum size and grows with the face")
    func legible() {
        func smallest(_ size: Double) -> Double {
            layout(2000, 1500).drawings(of: [face(500, 300, size)]).compactMap { drawing in
                if case .text(_, _, _, let height) = drawing { height } else { nil }
            }.min() ?? 0
        }
        #expect(smallest(40) >= 1500 / 60)
        #expect(smallest(800) > smallest(40))
    }

    @Test("given enough room, no panel covers a face or another panel")
    func apart() {
        let faces = [face(100, 100, 120), face(600, 100, 120), face(100, 500, 120)]
        let frames = panels(layout(1000, 800).drawings(of: faces))
        let boxes = faces.map(\.box) + frames
        for (place, one) in boxes.enumerated() {
            for other in boxes[(place + 1)...] {
                #expect(one.intersectionOverUnion(other) == 0)
            }
        }
    }

    @Test("no panel hides much of a face: without room the color of the box shows the emotion")
    func packed() {
        let faces = (0..<48).map { face(Double($0 % 8) * 80, Double($0 / 8) * 80, 78) }
        let drawings = layout(640, 480).drawings(of: faces)
        for frame in panels(drawings) {
            for face in faces {
                let wide =
                    min(frame.x + frame.width, face.box.x + face.box.width)
                    - max(frame.x, face.box.x)
                let high =
                    min(frame.y + frame.height, face.box.y + face.box.height)
                    - max(frame.y, face.box.y)
                #expect(max(0, wide) * max(0, high) <= 0.35 * 78 * 78)
            }
        }
        let outlines = drawings.count { if case .outline = $0 { true } else { false } }
        #expect(outlines == 48)
        // A single face that fills the picture still has its panel.
        #expect(panels(layout(640, 480).drawings(of: [face(0, 0, 480)])).count == 1)
    }

    @Test("panels become compact in a crowd, and each face still has one")
    func crowd() {
        let faces = (0..<40).map { face(Double($0 % 8) * 80, Double($0 / 8) * 95, 60) }
        let drawings = layout(640, 480).drawings(of: faces)
        #expect(panels(drawings).count == 40)
        #expect(texts(drawings).count(where: { $0 == "happiness 0.60" }) == 40)
        #expect(texts(drawings).count < 40 * 9)
    }

    @Test("only small images are enlarged")
    func enlargement() {
        #expect(AnnotationLayout.enlargement(width: 640, height: 480) == 1)
        #expect(AnnotationLayout.enlargement(width: 640, height: 479) == 2)
        #expect(AnnotationLayout.enlargement(width: 100, height: 2000) == 5)
        #expect(AnnotationLayout.enlargement(width: 1, height: 1) == 16)
    }

    @Test("enlargement of a long strip is limited by area")
    func enlargementOfStrips() {
        #expect(AnnotationLayout.enlargement(width: 65_500, height: 30) == 2)
        #expect(AnnotationLayout.enlargement(width: 30, height: 65_500) == 2)
        #expect(AnnotationLayout.enlargement(width: 65_500, height: 400) == 1)
        #expect(AnnotationLayout.enlargement(width: 4_000, height: 250) == 2)
        #expect(AnnotationLayout.enlargement(width: 16_000, height: 250) == 2)
        #expect(AnnotationLayout.enlargement(width: 16_001, height: 250) == 1)
    }
}
