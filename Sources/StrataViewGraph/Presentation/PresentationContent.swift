/// The content of elements that are shown over the window.
package enum PresentationContent: Hashable, Sendable {
    case alert(title: String)
}
