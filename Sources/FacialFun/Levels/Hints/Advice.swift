package import FacialFunWire

/// Advice to a child: the next movement to make, and praise for a movement that is already right.
package struct Advice: Hashable, Sendable {
    /// The next movement to make; nil if none is sure to help.
    package var hint: HintCode?
    /// Praise; nil if there is none.
    package var praise: PraiseCode?

    /// Creates advice.
    package init(hint: HintCode? = nil, praise: PraiseCode? = nil) {
        self.hint = hint
        self.praise = praise
    }
}
