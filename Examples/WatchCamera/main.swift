// Prints the emotion of the largest face in front of the first camera, for twenty frames:
//
//   swift run WatchCamera

import FacialFun

let recognizer = try Recognizer()
for await frame in try recognizer.frames() {
    let emotion = frame.largestFace?.top.rawValue ?? "no face"
    print("\(emotion), \(Int(frame.latencyMilliseconds)) ms after the frame was taken")
    if frame.number >= 20 { break }
}
