package import FacialFunWire

/// The description of a network: its input, its graph, its weights and their origin.
///
/// `Models/README.md` has the format.
package struct Manifest: Sendable {
    /// The only supported format.
    package static let format = "facialfun.network/1"

    /// The network's name, which is that of its folder.
    package let name: String
    /// The network's version.
    package let version: String
    /// Task of the network.
    package let task: Task
    /// SPDX identifier of the weights' license.
    package let licence: String
    /// Origin of the weights, for people.
    package let source: String
    /// The weights file.
    package let weights: WeightsFile
    /// Input of the network.
    package let input: Input
    /// The names of the output tensors, in order.
    package let outputs: [String]
    /// The graph, in order of computation.
    package let nodes: [Node]
    /// Additional data for emotion recognition.
    package let emotion: Emotion?
    /// Data, commands and figures, for people.
    package let provenance: JSONValue?

    /// Task of a network.
    package enum Task: String, Hashable, Sendable, CaseIterable {
        /// Finds faces.
        case faceDetection = "face-detection"
        /// Finds the points of a face.
        case faceLandmarks = "face-landmarks"
        /// Detects hidden parts of a face.
        case faceOcclusion = "face-occlusion"
        /// Estimates the strength of each movement of a face from its points.
        case faceMovements = "face-movements"
        /// Embeds a face and scores its expression.
        case emotionRecognition = "emotion-recognition"
    }

    /// The file of the weights, with its size and checksum.
    package struct WeightsFile: Hashable, Sendable {
        /// The file's name, in the manifest's folder.
        package let file: String
        /// Its size in bytes.
        package let bytes: Int
        /// Its SHA-256, 64 lower-case hexadecimal digits.
        package let sha256: String
    }

    /// Input of a network: `pixel · scale + offset` for pixels 0…255.
    package struct Input: Hashable, Sendable {
        /// The name of the input tensor.
        package let name: String
        /// Rows.
        package let height: Int
        /// Columns.
        package let width: Int
        /// Numbers per pixel: 3 for `rgb`, 1 for `gray`.
        package let channels: Int
        /// Meaning of the channels.
        package let color: Color
        /// Factor of a pixel.
        package let scale: Double
        /// Term added to the scaled pixel.
        package let offset: Double
        /// Whether the network supports other heights and widths.
        package let flexible: Bool

        /// Meaning of the channels of an input.
        package enum Color: String, Hashable, Sendable, CaseIterable {
            /// Red, green, blue.
            case rgb
            /// Luma.
            case gray = "grey"
            /// Not an image: x and y of points, which are the columns of the input.
            case points
        }
    }

    /// Number of images per face and run: its own, plus its mirror image with mirror averaging.
    package var imagesOfAFace: Int { emotion?.mirrorAveraging == true ? 2 : 1 }

    /// Additional data for emotion recognition: scores = softmax((weight · embedding + bias) / t).
    package struct Emotion: Hashable, Sendable {
        /// The emotions' names in the order of the scores.
        package let labels: [String]
        /// Framing of face rectangles, in training and in service.
        package let framing: Framing
        /// Whether a face's embedding is averaged with that of its mirror image.
        package let mirrorAveraging: Bool
        /// The last layer.
        package let classifier: Classifier
        /// Last layer of the second operating point, for requested expressions, on the same
        /// embedding; nil if the network has none.
        package let prompted: Classifier?
        /// A layer for the user's own classes on the same embedding; nil if none was fitted.
        package let classes: Classes?

        /// The last layer for the user's own classes, as `facialfun-lab fit` writes it.
        package struct Classes: Hashable, Sendable {
            /// The names of the classes in the order of the scores.
            package let labels: [String]
            /// The layer.
            package let classifier: Classifier
        }

        /// The last layer: weights by name, and the temperature of the softmax.
        package struct Classifier: Hashable, Sendable {
            /// Name of the weight [labels, E].
            package let weight: String
            /// Name of the bias [labels].
            package let bias: String
            /// The temperature, above 0.
            package let temperature: Double
        }
    }
}
