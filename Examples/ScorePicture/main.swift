// Scores every face of a picture:
//
//     swift run ScorePicture SampleFaces/hopper.jpg

import FacialFun

guard CommandLine.arguments.count == 2 else { fatalError("usage: ScorePicture PICTURE") }
let recognizer = try Recognizer()
let report = try recognizer.report(on: CommandLine.arguments[1])
for face in report.faces {
    print("\(face.top.rawValue) \(face.scores[face.top])")
}
if report.faces.isEmpty { print("no face") }
