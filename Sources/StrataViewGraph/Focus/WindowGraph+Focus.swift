// The focus, as a host without a page asks for it.
extension WindowGraph {
    /// The element for which the host has reported the focus; nil while nothing has it.
    package var focusedElement: Element? { focus.current }

    /// The elements to which the app has requested to move the focus, the last request last.
    package var focusRequests: [Element] { focus.requestedElements }
}
