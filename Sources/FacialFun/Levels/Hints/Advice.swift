package import FacialFunWire

/// Advice to a child: the next thing to do, and praise for what is right already.
package struct Advice: Hashable, Sendable {
    /// The movement to make next; nil where none is sure to help.
    package var hint: HintCode?
    /// Praise; nil if there is none.
    package var praise: PraiseCode?

    /// Makes advice.
    package init(hint: HintCode? = nil, praise: PraiseCode? = nil) {
        self.hint = hint
        self.praise = praise
    }
}
