import Emotions

/// Reads, scores and draws one input; any number of threads may do so at once.
struct InputScorer: Sendable {
    /// Scores the bytes of one image; the text is what the report names as its path.
    typealias Recognize =
        @Sendable ([UInt8], String) -> Result<RecognizedImage, FailureReport.Reason>

    /// What came of an input.
    struct Scored: Sendable {
        /// The input's path as it was given.
        let path: InputPath
        /// The report or the failure.
        let outcome: Outcome
        /// Pictures that could not be written.
        let unwritten: [OutputError]
    }

    /// Reads the bytes.
    let reader: InputReader
    /// Scores them.
    let recognize: Recognize
    /// Writes pictures.
    let pictures: PictureOutputs

    /// Does all of it for one input.
    func score(_ input: PlannedInput) -> Scored {
        let path = input.item.path
        let bytes: [UInt8]
        do {
            bytes = try reader.read(input.item)
        } catch {
            let reason = FailureReport.Reason(code: error.code.rawValue, message: error.message)
            return Scored(path: path, outcome: failure(path, reason), unwritten: [])
        }
        switch recognize(bytes, path.text) {
        case .failure(let reason):
            return Scored(path: path, outcome: failure(path, reason), unwritten: [])
        case .success(let image):
            return Scored(
                path: path, outcome: .scored(image.report),
                unwritten: pictures.write(image, stem: input.stem))
        }
    }

    private func failure(_ path: InputPath, _ reason: FailureReport.Reason) -> Outcome {
        .failed(FailureReport(path: path.text, error: reason))
    }
}

extension FailureReport.Reason: Error {}
