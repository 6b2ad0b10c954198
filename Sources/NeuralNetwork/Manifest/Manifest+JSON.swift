import FacialFunWire

extension Manifest {
    /// Parses a manifest's JSON text.
    ///
    /// - Parameters:
    ///   - bytes: The text.
    ///   - file: Its name in error messages.
    /// - Throws: `malformedManifest`, with file and field.
    package init(bytes: [UInt8], file: String = "manifest.json") throws(NetworkError) {
        let value: JSONValue
        do throws(JSONParser.Failure) {
            value = try JSONParser.parse(bytes, in: 0..<bytes.count)
        } catch {
            throw NetworkError(
                code: .malformedManifest,
                message: "\(file): not JSON: \(error.message), at byte \(error.offset)",
                cause: error)
        }
        try self.init(JSONField(file: file, document: value, code: .malformedManifest))
    }

    init(_ field: JSONField) throws(NetworkError) {
        try field.object(allowed: [
            "format", "name", "version", "task", "licence", "source", "weights", "input",
            "outputs", "nodes", "emotion", "provenance",
        ])
        let format = try field.required("format")
        guard try format.string() == Self.format else {
            throw format.error("this engine reads \"\(Self.format)\" only")
        }
        name = try field.required("name").name()
        version = try field.required("version").name()
        let taskField = try field.required("task")
        guard let task = Task(rawValue: try taskField.string()) else {
            let known = Task.allCases.map(\.rawValue).joined(separator: ", ")
            throw taskField.error("unknown task; expected one of \(known)")
        }
        self.task = task
        licence = try field.required("licence").string()
        source = try field.required("source").string()
        weights = try WeightsFile(try field.required("weights"))
        input = try Input(try field.required("input"))
        let outputsField = try field.required("outputs")
        outputs = try outputsField.names()
        guard !outputs.isEmpty, outputs.count <= Limits.outputs else {
            throw outputsField.error("expected 1 to \(Limits.outputs) outputs")
        }
        let nodeFields = try field.required("nodes")
        let nodeElements = try nodeFields.elements()
        guard !nodeElements.isEmpty, nodeElements.count <= Limits.nodes else {
            throw nodeFields.error("expected 1 to \(Limits.nodes) nodes")
        }
        var nodes: [Node] = []
        for element in nodeElements { nodes.append(try Node(element)) }
        self.nodes = nodes
        let emotionField = field.optional("emotion")
        emotion = try emotionField.map { field throws(NetworkError) in try Emotion(field) }
        if (emotion != nil) != (task == .emotionRecognition) {
            throw (emotionField ?? field).error(
                "the key \"emotion\" and the task \"emotion-recognition\" belong together")
        }
        provenance = field.value["provenance"]
    }
}

extension Manifest.WeightsFile {
    init(_ field: JSONField) throws(NetworkError) {
        try field.object(allowed: ["file", "bytes", "sha256"])
        let fileField = try field.required("file")
        file = try fileField.name()
        guard !file.contains("/"), !file.contains("\0"), file != ".", file != ".." else {
            throw fileField.error("expected a file name without a folder")
        }
        bytes = try field.required("bytes").integer(in: 8...Limits.weightsFileBytes)
        let checksum = try field.required("sha256")
        sha256 = try checksum.string()
        guard sha256.utf8.count == 64,
            sha256.utf8.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { throw checksum.error("expected 64 lower-case hexadecimal digits") }
    }
}

extension Manifest.Input {
    init(_ field: JSONField) throws(NetworkError) {
        try field.object(allowed: [
            "name", "height", "width", "channels", "colour", "scale", "offset", "flexible",
        ])
        name = try field.required("name").name()
        height = try field.required("height").integer(in: 1...Limits.inputSide)
        width = try field.required("width").integer(in: 1...Limits.inputSide)
        let colorField = try field.required("colour")
        guard let color = Color(rawValue: try colorField.string()) else {
            throw colorField.error("expected \"rgb\", \"grey\" or \"points\"")
        }
        self.color = color
        let expected =
            switch color {
            case .rgb: 3
            case .gray: 1
            case .points: 2
            }
        let channelsField = try field.required("channels")
        channels = try channelsField.integer(in: 1...Limits.channels)
        guard channels == expected else {
            throw channelsField.error(
                "\(color.rawValue) has \(expected) channels, not \(channels)")
        }
        let scaleField = try field.required("scale")
        scale = try scaleField.number(in: Limits.inputMap)
        guard Float(scale) != 0 else { throw scaleField.error("must not be 0") }
        offset = try field.required("offset").number(in: Limits.inputMap)
        flexible = try field.optional("flexible")?.bool() ?? false
    }
}

extension Manifest.Emotion {
    init(_ field: JSONField) throws(NetworkError) {
        try field.object(allowed: [
            "labels", "framing", "mirrorAveraging", "classifier", "prompted", "classes",
        ])
        let labelsField = try field.required("labels")
        labels = try labelsField.names()
        guard !labels.isEmpty, Set(labels).count == labels.count else {
            throw labelsField.error("expected different names")
        }
        let framingField = try field.required("framing")
        try framingField.object(allowed: ["sideOverBoxWidth", "centreBelowEyes"])
        framing = Framing(
            sideOverBoxWidth: try framingField.required("sideOverBoxWidth")
                .number(in: Limits.sideOverBoxWidth),
            centreBelowEyes: try framingField.required("centreBelowEyes")
                .number(in: Limits.centreBelowEyes))
        mirrorAveraging = try field.optional("mirrorAveraging")?.bool() ?? false
        classifier = try Classifier(try field.required("classifier"))
        prompted = try field.optional("prompted").map { field throws(NetworkError) in
            try Classifier(field)
        }
        classes = try field.optional("classes").map { field throws(NetworkError) in
            try Classes(field)
        }
    }
}

extension Manifest.Emotion.Classes {
    fileprivate init(_ field: JSONField) throws(NetworkError) {
        try field.object(allowed: ["labels", "weight", "bias", "temperature"])
        let labelsField = try field.required("labels")
        labels = try labelsField.names()
        guard (2...Limits.classes).contains(labels.count), Set(labels).count == labels.count else {
            throw labelsField.error("2 to \(Limits.classes) different names are expected")
        }
        classifier = Manifest.Emotion.Classifier(
            weight: try field.required("weight").name(), bias: try field.required("bias").name(),
            temperature: try field.required("temperature").number(in: Limits.temperature))
    }
}

extension Manifest.Emotion.Classifier {
    fileprivate init(_ field: JSONField) throws(NetworkError) {
        try field.object(allowed: ["weight", "bias", "temperature"])
        weight = try field.required("weight").name()
        bias = try field.required("bias").name()
        temperature = try field.required("temperature").number(in: Limits.temperature)
    }
}
