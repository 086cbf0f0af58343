/// The content of elements that hold others together.
package enum GroupContent: Hashable, Sendable {
    /// The labels of a gauge around its bar.
    case gaugeParts
    /// A box around its content.
    case box
    /// The label of a box.
    case boxLabel
    /// Buttons that belong together.
    case controls(label: String?)
    /// A label at one end of the width, and its content at the other.
    case labeledContent
    /// The content at the end of the width.
    case labeledValue
    /// A title with an icon.
    case label(LabelAppearance)
    case labelIcon
    case labelTitle
    /// A message in place of content that is not there.
    case unavailable
    /// The content of a group that the user has unfolded.
    case disclosed
    /// A group of entries of a menu.
    case menuSection(label: String?)
}
