// # Growth
//
// Apple's layout asks each view for its size, given a proposal. A text takes what it needs; a text
// field takes all the width that is offered, a list all the width and height. A stack takes what
// its views take together, so a stack with a list grows as the list does.
//
// Hosts lay out by rules of their own, such as a browser's flexible boxes, and need to know only
// which elements grow, and along which axes. The graph computes that for each element from its
// content and its children, and hosts draw it (as classes `grows-x` and `grows-y`). When it changes
// for an element, it is computed for the parents too, up to the first for which it stays the same.

extension ElementContent {
    /// Returns the axes along which an element with this content and these children takes all the
    /// space that its parent has left. Along the others it takes what its content needs.
    @MainActor
    func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .window: .both
        case .text: []
        case .layout(let content): content.growth(around: children)
        case .control(let content): content.growth
        case .collection(let content): content.growth
        case .presentation: []
        }
    }
}

extension LayoutContent {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .stack(let layout): layout.growth(around: children)
        case .spacer, .divider: .both
        case .box(.frame(let frame)): frame.growth(around: children.growth)
        case .box: children.growth
        }
    }
}

extension StackLayout {
    /// A spacer grows along the axis of its stack only, a divider across it.
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        let (main, cross): (Axis.Set, Axis.Set) =
            switch direction {
            case .horizontal: (.horizontal, .vertical)
            case .vertical: (.vertical, .horizontal)
            case .depth: (.both, .both)
            }
        return children.reduce(into: []) { growth, child in
            switch child.content {
            case .layout(.spacer): growth.formUnion(main)
            case .layout(.divider): growth.formUnion(cross)
            default: growth.formUnion(child.growth)
            }
        }
    }
}

extension FrameLayout {
    /// A fixed length does not grow; a frame with a maximum grows up to it, whatever its content
    /// does.
    fileprivate func growth(around content: Axis.Set) -> Axis.Set {
        var growth = content
        if width != nil { growth.remove(.horizontal) } else if maxWidth != nil { growth.insert(.horizontal) }
        if height != nil { growth.remove(.vertical) } else if maxHeight != nil { growth.insert(.vertical) }
        return growth
    }
}

extension ControlContent {
    fileprivate var growth: Axis.Set {
        switch self {
        case .textField: .horizontal
        case .toggle(let toggle): toggle.appearance == .switch ? .horizontal : []
        case .button, .progress: []
        }
    }
}

extension CollectionContent {
    fileprivate var growth: Axis.Set {
        switch self {
        case .list: .both
        // A list lays out its parts itself.
        case .section, .header, .footer, .row, .rowBackground, .swipeActions, .gap: []
        }
    }
}

extension [Element] {
    /// The axes along which any of the elements grows.
    @MainActor
    var growth: Axis.Set { reduce(into: []) { $0.formUnion($1.growth) } }
}
