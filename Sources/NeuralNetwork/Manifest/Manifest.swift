public import FaceGeometry
public import JSON

/// The whole description of a network, as `Models/README.md` states it: what it sees, what it
/// computes, which weights it uses and where they come from.
public struct Manifest: Hashable, Sendable {
    /// The only format that this engine reads.
    public static let format = "facialfun.network/1"

    /// The network's name; its folder has the same.
    public let name: String
    /// The network's version.
    public let version: String
    /// What the network is for.
    public let task: Task
    /// SPDX identifier of the weights' licence.
    public let licence: String
    /// Where the weights come from, for a person.
    public let source: String
    /// The weights' file.
    public let weights: WeightsFile
    /// What the network sees.
    public let input: Input
    /// The names of the tensors that come out, in order.
    public let outputs: [String]
    /// The graph, in the order in which it is computed.
    public let nodes: [Node]
    /// What only emotion recognition has.
    public let emotion: Emotion?
    /// Data, commands and figures, for people.
    public let provenance: JSONValue?

    /// What a network is for.
    public enum Task: String, Hashable, Sendable, CaseIterable {
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
    public struct WeightsFile: Hashable, Sendable {
        /// The file's name, in the manifest's folder.
        public let file: String
        /// Its size in bytes.
        public let bytes: Int
        /// Its SHA-256, 64 lower-case hexadecimal digits.
        public let sha256: String
    }

    /// What a network sees: `pixel · scale + offset` for pixels 0…255.
    public struct Input: Hashable, Sendable {
        /// The name of the input tensor.
        public let name: String
        /// Rows.
        public let height: Int
        /// Columns.
        public let width: Int
        /// Numbers for each pixel: 3 for `rgb`, 1 for `gray`.
        public let channels: Int
        /// What the channels are.
        public let color: Color
        /// What a pixel is multiplied by.
        public let scale: Double
        /// What is added afterwards.
        public let offset: Double
        /// Whether the network takes other heights and widths too.
        public let flexible: Bool

        /// What the channels of an input are.
        public enum Color: String, Hashable, Sendable, CaseIterable {
            /// Red, green, blue.
            case rgb
            /// Luma.
            case gray = "grey"
            /// No picture: x and y of points, which are the input's columns.
            case points
        }
    }

    /// How many images a face takes in a run: its own, and with mirror averaging its mirror image's.
    public var imagesOfAFace: Int { emotion?.mirrorAveraging == true ? 2 : 1 }

    /// What only emotion recognition has: scores = softmax((weight · embedding + bias) / t).
    public struct Emotion: Hashable, Sendable {
        /// The emotions' names in the order of the scores.
        public let labels: [String]
        /// The rule by which face rectangles are cut, in training and in service.
        public let framing: Framing
        /// Whether a face's embedding is the mean of its own and its mirror image's.
        public let mirrorAveraging: Bool
        /// The last layer.
        public let classifier: Classifier
        /// The last layer of the second operating point, for expressions that were asked for, on the
        /// same embedding; nil where the network has none.
        public let prompted: Classifier?

        /// The last layer: weights by name, and the temperature of the softmax.
        public struct Classifier: Hashable, Sendable {
            /// Name of the weight [labels, E].
            public let weight: String
            /// Name of the bias [labels].
            public let bias: String
            /// The temperature, above 0.
            public let temperature: Double
        }
    }
}
