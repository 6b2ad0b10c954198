public import Emotions

/// What is said to help a child: the one thing to do next, and what is right already.
public struct Advice: Hashable, Sendable {
    /// The movement to make next; nil where none is sure to help.
    public var hint: HintCode?
    /// What is right already; nil where nothing is.
    public var praise: PraiseCode?

    /// Makes advice.
    public init(hint: HintCode? = nil, praise: PraiseCode? = nil) {
        self.hint = hint
        self.praise = praise
    }
}
