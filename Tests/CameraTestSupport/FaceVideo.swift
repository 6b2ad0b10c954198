package import FacialFun
import FacialFunWire
import Foundation

/// A generated video of faces: sample pictures with panning, zooming and changing light.
///
/// Frame n is the same in every run. Each picture is shown for ``framesPerPicture`` frames. Its
/// face has a third to a half of the frame's height and never leaves the frame.
package struct FaceVideo: Sendable {
    /// Width of a frame in pixels; even.
    package let width: Int
    /// Height of a frame in pixels.
    package let height: Int
    /// Number of frames per picture.
    package let framesPerPicture: Int
    private let scenes: [Scene]

    private struct Scene {
        let image: Image
        let face: Box
    }

    /// Pictures of SampleFaces with one face each: photographs and renders.
    package static let usualPictures = [
        "hopper.jpg", "rendered-happiness.jpg", "collins.jpg", "rendered-surprise.jpg",
        "rendered-neutral.jpg", "rendered-anger.jpg",
    ]

    /// Loads the pictures.
    ///
    /// - Parameters:
    ///   - width: Width of a frame in pixels; even.
    ///   - height: Height of a frame in pixels.
    ///   - pictures: Files of SampleFaces for which its manifest lists a face.
    ///   - framesPerPicture: Number of frames per picture, at least 1.
    /// - Throws: If a picture or the manifest cannot be read.
    package init(
        width: Int, height: Int, pictures: [String] = usualPictures, framesPerPicture: Int = 50
    ) throws {
        precondition(width > 0 && height > 0 && width % 2 == 0, "an even width, and a height")
        precondition(framesPerPicture > 0 && !pictures.isEmpty, "a video has a frame")
        self.width = width
        self.height = height
        self.framesPerPicture = framesPerPicture
        let faces = try SampleFaceBoxes.load()
        scenes = try pictures.map { name in
            Scene(image: try SampleFaceBoxes.image(name), face: try faces.largest(in: name))
        }
    }

    /// Number of frames before the video repeats.
    package var count: Int { scenes.count * framesPerPicture }

    /// One frame.
    ///
    /// - Parameter index: 0 ..< ``count``.
    /// - Returns: The picture, ``width`` × ``height``.
    package func frame(_ index: Int) -> Image {
        let scene = scenes[index / framesPerPicture]
        let time = Double(index % framesPerPicture) / Double(framesPerPicture)
        let turn = 2 * Double.pi * time
        // The height of the face varies between a third and a half of the frame …
        let share = 0.42 - 0.08 * cos(turn)
        let pixelsPerFramePixel = scene.face.height / (share * Double(height))
        // … its center moves around the center of the frame …
        let centreX = Double(width) * (0.5 + 0.12 * sin(turn))
        let centreY = Double(height) * (0.5 + 0.06 * sin(2 * turn))
        let window = SimilarityTransform(
            a: pixelsPerFramePixel, b: 0,
            tx: scene.face.x + scene.face.width / 2 - centreX * pixelsPerFramePixel,
            ty: scene.face.y + scene.face.height / 2 - centreY * pixelsPerFramePixel)
        // … and the exposure by half a stop.
        return scene.image.warped(window, width: width, height: height)
            .lit(stops: 0.5 * sin(3 * turn))
    }
}

extension Image {
    /// Changes the exposure by a number of stops, for a camera with a gamma of 2.2.
    func lit(stops: Double) -> Image {
        let factor = exp2(stops / 2.2)
        let table = (0..<256).map { UInt8(min((Double($0) * factor).rounded(), 255)) }
        return withPixels { pixels in
            Image(width: width, height: height) { target in
                for index in target.indices { target[index] = table[Int(pixels[index])] }
            }
        }
    }
}
