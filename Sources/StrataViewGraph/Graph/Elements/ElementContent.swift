/// The content of an element, independent of how a host draws it.
///
/// A closed list of families, each a closed list of its own: a host switches over both, so that the
/// compiler reports a case that it does not draw. A family's cases are in the folder of its views.
package enum ElementContent: Hashable, Sendable {
    case window(WindowProperties)
    case text(TextContent)
    case layout(LayoutContent)
    case drawing(DrawingContent)
    case control(ControlContent)
    case collection(CollectionContent)
    case media(MediaContent)
    case navigation(NavigationContent)
    case presentation(PresentationContent)
}
