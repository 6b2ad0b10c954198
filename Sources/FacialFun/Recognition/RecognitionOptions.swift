/// Options for recognizing one image.
package struct RecognitionOptions: Sendable {
    /// Search budget.
    package var budget: SearchBudget
    /// The width in pixels of the smallest face to search for; nil leaves it to the budget.
    package var smallestFace: Double?
    /// The same as a share of the picture's shorter side; ``smallestFace`` goes before it.
    package var minFaceShare: Double?
    /// Whether the picture is kept, so that it can be shown and rectangles cut from it.
    package var keepsPictures: Bool
    /// The face whose rectangle alone will be cut, by its place in the report; nil where any may be.
    ///
    /// Of a large picture the neighborhood of all of them may be the whole at its full size.
    package var onlyFace: Int?
    /// Number of threads that share the search of an image, its faces, and the work on one face;
    /// the results are the same, bit for bit.
    ///
    /// 1 where images are already scored in parallel: more threads than processors only cost.
    package var workers: Int
    /// Estimator of movements; nil if they are not requested.
    ///
    /// ``EmotionRecognizer/movementEstimator()`` gives it.
    package var movements: MovementEstimator?
    /// Finds the faces' 478 points and their gaze; nil unless requested.
    package var landmarks: MovementEstimator?
    /// Resource limits of this image; nil for the recognizer's own limits.
    package var limits: DecodeLimits?
    /// Asked between stages, windows of the search and faces: whether to give up.
    package var stop: CancellationCheck

    /// Makes options.
    package init(
        budget: SearchBudget = .commandLine, smallestFace: Double? = nil,
        minFaceShare: Double? = nil,
        keepsPictures: Bool = false, onlyFace: Int? = nil, workers: Int = 1,
        movements: MovementEstimator? = nil, landmarks: MovementEstimator? = nil,
        limits: DecodeLimits? = nil,
        stop: CancellationCheck = .never
    ) {
        self.limits = limits
        self.stop = stop
        self.movements = movements
        self.landmarks = landmarks
        self.budget = budget
        self.smallestFace = smallestFace
        self.minFaceShare = minFaceShare
        self.keepsPictures = keepsPictures
        self.onlyFace = onlyFace
        self.workers = workers
    }
}
