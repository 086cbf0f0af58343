// # Growth
//
// Apple's layout proposes a size to each view, and the view chooses its own. A text takes the space
// that it needs; a text field takes all the width that is offered, a list all the width and height.
// A stack takes the space that its views take together, so a stack with a list grows as the list
// does.
//
// Hosts lay out by their own rules, such as a browser's flexible boxes, and need to know only which
// elements grow, and along which axes. The graph computes that for each element from its content
// and its children, and the host draws it: `StrataWebHost` as the classes `grows-x` and `grows-y`.
// When the growth of an element changes, its parents are computed again, up to the first one whose
// growth stays the same.

extension ElementContent {
    /// Returns the axes along which an element with this content and these children takes all the
    /// space that its parent has left. Along the others it takes what its content needs.
    @MainActor
    func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .window: .both
        case .text: []
        case .layout(let content): content.growth(around: children)
        case .drawing: .both
        case .control(let content): content.growth(around: children)
        case .collection(let content): content.growth
        case .media(let content): content.growth(around: children)
        case .navigation(let content): content.growth(around: children)
        case .presentation(.menuOwner): children.growth
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
        case .box(let style): style.growth(around: children.growth)
        // A layer has the size of the content that it is behind or over.
        case .layers: children.filter { !$0.content.isLayer }.growth
        case .layer: []
        case .scroll(let scroll):
            scroll.axes.contains(.vertical) ? .both : children.growth.union(.horizontal).union(scroll.containerAxes)
        case .lazyGrid(let grid): grid.axis == .vertical ? .horizontal : .vertical
        case .sectionEdge, .gridRow: children.growth
        case .grid: children.gridGrowth
        case .geometry: .both
        case .fitting(let axes): axes == .vertical ? .vertical : .horizontal
        case .arranged(let space): space.growth(around: children)
        // A view in its place has the size of the slot.
        case .slot(let slot): slot.frame == nil ? children.growth : []
        }
    }
}

extension StackLayout {
    /// Returns the growth of the children together: a spacer grows only along the axis of its
    /// stack, a divider only across it.
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        let (main, cross): (Axis.Set, Axis.Set) =
            switch direction {
            case .horizontal: (.horizontal, .vertical)
            case .vertical: (.vertical, .horizontal)
            case .depth: (.both, .both)
            }
        // A lazy stack has few of its views, and must not change its size with them.
        if fillsCross { return cross }
        return children.reduce(into: []) { growth, child in
            switch child.content {
            case .layout(.spacer): growth.formUnion(main)
            case .layout(.divider): growth.formUnion(cross)
            default: growth.formUnion(child.growth)
            }
        }
    }
}

extension LayoutSpace {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        // A layer has the size of the content that it is behind or over.
        if layer != nil { return [] }
        if let interim { return interim.growth(around: children) }
        var growth: Axis.Set = []
        if case .all = width { growth.insert(.horizontal) }
        if case .all = height { growth.insert(.vertical) }
        return growth
    }
}

extension BoxStyle {
    fileprivate func growth(around content: Axis.Set) -> Axis.Set {
        switch self {
        case .frame(let frame): frame.growth(around: content)
        case .fixedSize(let axes): content.subtracting(axes)
        case .relativeFrame(let frame): content.subtracting(frame.axes)
        case .position: .both
        // The height follows from the width.
        case .ratio(.some, .fit): .horizontal
        case .ratio(_, .fill): .both
        case .padding, .background, .effect, .measured, .matched, .guided, .ratio(nil, .fit): content
        }
    }
}

extension FrameLayout {
    /// Returns the growth of a frame: a fixed length does not grow, and a frame with a maximum
    /// grows up to it even if its content does not.
    fileprivate func growth(around content: Axis.Set) -> Axis.Set {
        var growth = content
        if width != nil { growth.remove(.horizontal) } else if maxWidth != nil { growth.insert(.horizontal) }
        if height != nil { growth.remove(.vertical) } else if maxHeight != nil { growth.insert(.vertical) }
        return growth
    }
}

extension ControlContent {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .textField(let field): field.kind == .editor ? .both : .horizontal
        case .toggle(let toggle): toggle.appearance == .switch && !toggle.hidesLabel ? .horizontal : []
        case .button(let button):
            if case .disclosure = button.kind { .horizontal } else { children.growth }
        // A control that shows only its label is as large as the label, and grows with it.
        case .link, .share, .menu, .controlLabel: children.growth
        case .progress(let progress): progress.appearance == .linear ? .horizontal : []
        case .slider: .horizontal
        case .gauge(let gauge): gauge.appearance == .linear || gauge.appearance == .linearCapacity ? .horizontal : []
        case .labeled(let layout): layout == .compact ? children.growth : .horizontal
        case .choices(let choices): choices.appearance == .radioGroup ? [] : .horizontal
        case .group(let group): group.growth(around: children)
        case .search(let search): search.growth(around: children)
        case .picker, .option, .optionGroup, .choice, .stepper, .datePicker, .colorPicker, .menuItems: []
        }
    }
}

extension GroupContent {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .unavailable: .both
        case .box, .labeledContent, .gaugeParts, .formColumns: children.growth.union(.horizontal)
        case .boxLabel, .controls, .accessibilityElements, .labeledValue, .disclosed, .gaugeEnds, .menuSection, .label,
            .labelIcon, .labelTitle:
            children.growth
        }
    }
}

extension SearchContent {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .container: children.growth.union(.horizontal)
        case .area, .box, .scopes: .horizontal
        case .token, .suggestions, .completion: []
        }
    }
}

extension CollectionContent {
    fileprivate var growth: Axis.Set {
        switch self {
        case .list, .form, .table, .tableBody: .both
        // A list lays out its parts itself.
        case .section, .header, .footer, .row, .rowBackground, .swipeActions, .gap: []
        case .tableHeader, .tableTitle, .tableMenu, .tableCell, .tableSectionTitle: []
        }
    }
}

extension ElementContent {
    /// Whether the element is behind or over another one.
    var isLayer: Bool { if case .layout(let content) = self { content.isLayer } else { false } }
}

extension MediaContent {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .image(let image): image.resizing == nil ? [] : .both
        case .loader: children.growth
        }
    }
}

extension NavigationContent {
    @MainActor
    fileprivate func growth(around children: [Element]) -> Axis.Set {
        switch self {
        case .stack, .page, .tabs, .tabPage, .split, .column: .both
        case .link: children.growth
        // A page and a bar lay out their parts themselves.
        case .bar, .bottomBar, .barItems, .tabBar, .tab, .tabSection: []
        }
    }
}

extension [Element] {
    /// The axes along which any cell of the rows grows. A divider that is a whole row grows only
    /// horizontally.
    @MainActor
    fileprivate var gridGrowth: Axis.Set {
        reduce(into: []) { growth, row in
            switch row.content {
            case .layout(.divider): growth.insert(.horizontal)
            case .layout(.gridRow): growth.formUnion(row.children.gridCellGrowth)
            default: growth.formUnion(row.growth.subtracting(row.traits.layout.unsizedAxes))
            }
        }
    }

    /// The axes along which any of the elements grows as a cell of a grid.
    @MainActor
    private var gridCellGrowth: Axis.Set {
        reduce(into: []) { $0.formUnion($1.growth.subtracting($1.traits.layout.unsizedAxes)) }
    }

    /// The axes along which any of the elements grows.
    @MainActor
    var growth: Axis.Set { reduce(into: []) { $0.formUnion($1.growth) } }
}
