/// Makes the recogniser that the options ask for.
enum Recognizing {
    /// Loads the models.
    ///
    /// - Throws: ``NotFit`` when a model is missing or damaged.
    static func load(options: ScoreOptions, model: String?) throws(NotFit) -> InputScorer.Recognize
    {
        throw NotFit(message: "this build has no recogniser yet")
    }
}
