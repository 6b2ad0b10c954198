// Checks whether a face shows an emotion at a level from 1 (a trace is enough) to 5 (very clear):
//
//   swift run JudgeFace SampleFaces/rendered-fear.jpg fear 3

import FacialFun

let arguments = CommandLine.arguments
guard arguments.count == 4, let target = Emotion(rawValue: arguments[2]),
    let level = Int(arguments[3]).flatMap(Level.init(rawValue:))
else { fatalError("usage: JudgeFace PICTURE EMOTION LEVEL") }

let recognizer = try Recognizer()
let report = try recognizer.report(on: arguments[1])
switch recognizer.verdict(on: report.faces, target: target, level: level) {
case .matched: print("matched")
case .notYet(let progress, let hint, _): print("not yet", progress, hint?.sentence ?? "")
case .cannotJudge(let reason): print("cannot judge:", reason.sentence)
}
