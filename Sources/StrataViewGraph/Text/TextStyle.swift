package import Foundation

/// The style of text that a view inherits.
package struct TextStyle: Hashable, Sendable {
    /// The font that a view has set, without the changes of `fontTraits`.
    var baseFont = Font.body
    /// The weight, design, italics and digits that modifiers of views set for every font inside.
    var fontTraits = FontTraits()
    package var color: Color?
    /// A gradient or material in place of the color.
    package var paint: ShapePaint?
    package var background: Color?
    package var underline: TextLine?
    package var strikethrough: TextLine?
    /// The space after each character, in points.
    package var tracking: CGFloat?
    /// The distance by which the text is raised, in points.
    package var baselineOffset: CGFloat?
    /// The number of lines after which the text is truncated with an ellipsis; nil for no limit.
    package var lineLimit: Int?
    /// The part that an ellipsis replaces in a text of one line that does not fit.
    package var truncation = Text.TruncationMode.tail
    /// The number of lines whose height the text takes even if it has fewer; nil for none.
    package var reservedLines: Int?
    /// The space between lines, in points, in addition to the font's.
    package var lineSpacing: CGFloat = 0
    package var alignment = TextAlignment.leading
    package var letterCase: Text.Case?
    /// Whether a modifier has set ``letterCase``, so that nil replaces the case of the host, such as
    /// that of a list's headers.
    package var hasLetterCase = false
    /// Whether the user can select the text; nil for the host's choice.
    package var isSelectable: Bool?
    /// The smallest factor by which the font shrinks before text is truncated.
    package var minimumScale: CGFloat = 1
    package var typeSize = DynamicTypeSize.large
    /// The size that the host itself gives to text in the standard size.
    package var hostTypeSize = DynamicTypeSize.large
    /// Whether texts and images are replaced by bars.
    package var isRedacted = false

    package init() {}

    /// The font that text is drawn with: the base font with the traits.
    package var font: Font { baseFont.applying(fontTraits) }
}

/// Changes of a font that apply to whichever font a view inside sets. Properties that are nil leave
/// the font's own.
struct FontTraits: Hashable, Sendable {
    var weight: Font.Weight?
    var design: Font.Design?
    var isItalic: Bool?
    var hasMonospacedDigits: Bool?
}

extension Font {
    /// Returns the font with the properties that are not nil in a set of traits.
    fileprivate func applying(_ traits: FontTraits) -> Font {
        var font = self
        if let weight = traits.weight { font.weight = weight }
        if let design = traits.design { font.design = design }
        if let isItalic = traits.isItalic { font.isItalic = isItalic }
        if let hasMonospacedDigits = traits.hasMonospacedDigits { font.hasMonospacedDigits = hasMonospacedDigits }
        return font
    }
}

private struct TextStyleKey: EnvironmentKey {
    static let defaultValue = Boxed(TextStyle())
}

extension EnvironmentValues {
    /// The style that texts inherit.
    package var textStyle: TextStyle {
        get { sharedTextStyle.value }
        set {
            let current = sharedTextStyle
            if current.value != newValue { self[TextStyleKey.self] = Boxed(newValue) }
        }
    }

    /// The style that texts inherit, which texts of the same style share.
    var sharedTextStyle: Boxed<TextStyle> { self[TextStyleKey.self] }
}

extension View {
    /// Changes the style of text.
    func changingText(_ change: @escaping (inout TextStyle) -> Void) -> some View {
        changingEnvironment { change(&$0.textStyle) }
    }
}
