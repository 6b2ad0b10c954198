package import FacialFunWire

/// The whole description of a network, as `Models/README.md` states it: what it sees, what it
/// computes, which weights it uses and where they come from.
package struct Manifest: Hashable, Sendable {
    /// The only format that this engine reads.
    package static let format = "facialfun.network/1"

    /// The network's name; its folder has the same.
    package let name: String
    /// The network's version.
    package let version: String
    /// Task of the network.
    package let task: Task
    /// SPDX identifier of the weights' license.
    package let licence: String
    /// Origin of the weights, for people.
    package let source: String
    /// The weights' file.
    package let weights: WeightsFile
    /// Input of the network.
    package let input: Input
    /// The names of the tensors that come out, in order.
    package let outputs: [String]
    /// The graph, in the order in which it is computed.
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
        /// Says which parts of a face are hidden.
        case faceOcclusion = "face-occlusion"
        /// Says how strongly a face makes each movement, from its points.
        case faceMovements = "face-movements"
        /// Embeds a face and scores its expression.
        case emotionRecognition = "emotion-recognition"
    }

    /// The file of the weights and what it must be.
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
        /// Numbers for each pixel: 3 for `rgb`, 1 for `gray`.
        package let channels: Int
        /// Meaning of the channels.
        package let color: Color
        /// Factor of a pixel.
        package let scale: Double
        /// Term added to the scaled pixel.
        package let offset: Double
        /// Whether the network takes other heights and widths too.
        package let flexible: Bool

        /// Meaning of the channels of an input.
        package enum Color: String, Hashable, Sendable, CaseIterable {
            /// Red, green, blue.
            case rgb
            /// Luma.
            case gray = "grey"
            /// No picture: x and y of points, which are the input's columns.
            case points
        }
    }

    /// Number of images per face and run: its own, plus its mirror image with mirror averaging.
    package var imagesOfAFace: Int { emotion?.mirrorAveraging == true ? 2 : 1 }

    /// Additional data for emotion recognition: scores = softmax((weight · embedding + bias) / t).
    package struct Emotion: Hashable, Sendable {
        /// The emotions' names in the order of the scores.
        package let labels: [String]
        /// The rule by which face rectangles are cut, in training and in service.
        package let framing: Framing
        /// Whether a face's embedding is the mean of its own and its mirror image's.
        package let mirrorAveraging: Bool
        /// The last layer.
        package let classifier: Classifier
        /// Last layer of the second operating point, for requested expressions, on the same
        /// embedding; nil if the network has none.
        package let prompted: Classifier?
        /// A layer for classes of its user's own, on the same embedding; nil where none was fitted.
        package let classes: Classes?

        /// The last layer for classes of its user's own, as `facialfun-lab fit` writes it.
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
