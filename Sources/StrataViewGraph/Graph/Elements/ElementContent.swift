/// The content of an element, independent of how a host draws it.
///
/// Each case is a family of elements, which is an enumeration too. A host switches over both, so
/// the compiler reports a case that the host does not draw. The cases of a family are declared in
/// the folder of its views.
///
/// Indirect, because families differ in size, and equal contents of several elements share their
/// memory (``SharedContents``).
package indirect enum ElementContent: Hashable, Sendable {
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
