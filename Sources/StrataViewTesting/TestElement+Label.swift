import StrataViewGraph

// The names of elements for assistive technology.
extension TestElement {
    /// The accessibility label; without one, the label of a control, the title of a field, a dialog
    /// or a section of a menu, or the labels of what is inside the element.
    ///
    /// A text inside counts with its words, an image with the label that the app gave it, and a view
    /// with a label of its own only with that. Views that are hidden from assistive technology do not
    /// count. The labels are joined by spaces; those that `accessibilityElement(children: .combine)`
    /// combines are joined by ", ", as on Apple's platforms. A browser puts a space between these,
    /// too.
    public var label: String {
        if let label = element.traits.label { return label }
        if let title = element.content.dialogTitle ?? element.content.menuSectionTitle { return title }
        if let id = element.traits.labelledBy, let label = window.graph.element(id) {
            return TestElement(label, in: window).joinedInnerLabels
        }
        return joinedInnerLabels
    }

    /// The labels inside the element, joined.
    private var joinedInnerLabels: String {
        let combines = element.traits.accessibility.children == .combine
        return innerLabels.filter { !$0.isEmpty }.joined(separator: combines ? ", " : " ")
    }

    /// The labels of the element's content, from top to bottom, apart from a label that a modifier
    /// gives it.
    private var innerLabels: [String] {
        switch element.content {
        case .text(let text): return [text.runs.map(\.label).joined()]
        case .media(.image(let image)): if case .text(let label) = image.label { return [label] }
        case .control(.textField(let field)): return [field.label]
        // The buttons of a stepper are its actions.
        case .control(.stepper): return []
        default: break
        }
        let accessibility = element.traits.accessibility
        if accessibility.children == .ignore || accessibility.childrenAreReplaced { return [] }
        let title = element.content.dialogTitle.map { [$0] } ?? []
        return title + children.filter { !$0.isHiddenFromLabels }.flatMap(\.labelsAsChild)
    }

    /// The labels that the element adds to the label of an element around it.
    private var labelsAsChild: [String] {
        if let label = element.traits.label { return [label] }
        if element.traits.accessibility.children == .combine { return [joinedInnerLabels] }
        // The label of the field is an element beside it.
        if case .control(.textField) = element.content, element.traits.labelledBy != nil { return [] }
        return innerLabels
    }

    /// Whether the element is no part of the label of an element around it.
    private var isHiddenFromLabels: Bool {
        if element.traits.accessibility.isHidden == true || element.traits.layout.isHidden { return true }
        return switch element.content {
        case .text(let text): text.style.isRedacted
        case .media(.image(let image)): image.style.isRedacted
        // A symbol beside its title, and actions, which are hidden or read after the label.
        case .control(.group(.labelIcon)): true
        case .control(.group(.accessibilityElements(let category))): category != nil
        default: element.content.isSwipeActions
        }
    }
}

extension TextContent.Run {
    /// The accessibility label of the run: one that a modifier gives it, or its words.
    fileprivate var label: String {
        guard case .styled(let run, let style) = self else { return [self].words }
        return style.spokenLabel ?? run.label
    }
}
