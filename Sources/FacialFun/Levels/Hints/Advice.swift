package import FacialFunWire

/// What is said to help a child: the one thing to do next, and what is right already.
package struct Advice: Hashable, Sendable {
    /// The movement to make next; nil where none is sure to help.
    package var hint: HintCode?
    /// What is right already; nil where nothing is.
    package var praise: PraiseCode?

    /// Makes advice.
    package init(hint: HintCode? = nil, praise: PraiseCode? = nil) {
        self.hint = hint
        self.praise = praise
    }
}
