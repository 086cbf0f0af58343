import Foundation

/// The layouts of a window that the server computes, and the alignment guides of its views.
@MainActor
final class WindowLayouts {
    private struct Reference {
        weak var engine: LayoutEngine?
    }

    private var engines: [Int: Reference] = [:]
    private var guides: [Int: AlignmentGuide] = [:]

    /// Whether any view in the window has an alignment guide.
    var hasGuides: Bool { !guides.isEmpty }

    /// The guides that any view in the window sets.
    var guideKeys: Set<GuideKey> { Set(guides.values.map(\.key)) }

    /// Whether any view in the window sets a guide by which a stack aligns its views.
    func hasGuides(for stack: StackLayout) -> Bool { guides.values.contains { stack.isAligned(by: $0.key) } }

    func add(_ engine: LayoutEngine, of element: Element) { engines[element.id] = Reference(engine: engine) }

    func removeEngine(of id: Int) { engines[id] = nil }

    /// Returns the engine that arranges the children of an element; nil if none does.
    func engine(of element: Element) -> LayoutEngine? {
        engines.isEmpty ? nil : engines[element.id]?.engine
    }

    /// Sets the guide of a node with a box, and has the layouts around it run again. Stacks that
    /// align their views by the guide get an engine.
    func set(_ guide: AlignmentGuide, of node: ViewNode) {
        guard let id = node.element?.id else { return }
        if guides.updateValue(guide, forKey: id) == nil {
            node.onRemoval = { [weak self, weak node] in
                self?.guides[id] = nil
                if let node { self?.setNeedsLayout(around: node) }
            }
        }
        setNeedsLayout(around: node, alignedBy: guide.key)
    }

    /// Has the layouts around a node run again.
    ///
    /// - Parameters:
    ///   - guide: A guide for which stacks get an engine.
    ///   - isReply: Whether the reason is a report of the host.
    func setNeedsLayout(around node: ViewNode, alignedBy guide: GuideKey? = nil, isReply: Bool = false) {
        var next = node.parent
        // The guide of a view is at that of the nearest stack, which stays where it is in the
        // others.
        var guide = guide
        while let current = next {
            next = current.parent
            if let engine = current.storage as? LayoutEngine {
                engine.setNeedsLayout(current, isReply: isReply)
                if let key = guide, engine.stack?.isAligned(by: key) == true { guide = nil }
                if current.element?.content.isLayer == true { return }
                continue
            }
            guard let element = current.element else { continue }
            if let key = guide, current.storage == nil, element.content.stack?.isAligned(by: key) == true {
                current.storage = LayoutEngine()
                current.setNeedsEvaluation()
                guide = nil
            }
            if !element.content.passesGuides { return }
        }
    }

    /// Returns the guides in a view of a size, from the frames of the boxes with guides.
    func guides(in element: Element, _ frames: [Int: CGRect], of size: CGSize) -> [GuideKey: CGFloat] {
        var all: [GuideKey: [CGFloat]] = [:]
        collectGuides(in: element, frames, CGRect(origin: .zero, size: size), into: &all)
        var combined: [GuideKey: CGFloat] = [:]
        for (key, values) in all { combined[key] = key.combined(values) }
        return combined
    }

    private func collectGuides(
        in element: Element, _ frames: [Int: CGRect], _ around: CGRect, into all: inout [GuideKey: [CGFloat]]
    ) {
        guard element.content.passesGuides else { return }
        guard let guide = guides[element.id] else {
            for child in element.children { collectGuides(in: child, frames, around, into: &all) }
            return
        }
        let frame = frames[element.id] ?? around
        var inner: [GuideKey: [CGFloat]] = [:]
        for child in element.children { collectGuides(in: child, frames, frame, into: &inner) }
        // In the coordinate space of the box, for the closure of the guide.
        var own: [GuideKey: CGFloat] = [:]
        for (key, values) in inner { own[key] = key.combined(values).map { $0 - frame.start(along: key.axis) } }
        inner[guide.key] = [frame.start(along: guide.key.axis) + guide.value(ViewDimensions(frame.size, explicit: own))]
        all.merge(inner) { $0 + $1 }
    }
}

extension CGRect {
    fileprivate func start(along axis: Axis) -> CGFloat { axis == .horizontal ? minX : minY }
}

extension StackLayout {
    /// Whether the stack aligns its views by a guide.
    func isAligned(by guide: GuideKey) -> Bool {
        if fillsCross { return false }
        return switch direction {
        case .horizontal(let alignment): alignment.guide == guide
        case .vertical(let alignment): alignment.guide == guide
        case .depth(let alignment): alignment.horizontal.guide == guide || alignment.vertical.guide == guide
        }
    }

    /// Whether hosts cannot align the views.
    var needsEngine: Bool {
        if fillsCross { return false }
        return switch direction {
        case .horizontal(let alignment): !alignment.guide.isBuiltIn
        case .vertical(let alignment): !alignment.guide.isBuiltIn
        case .depth(let alignment): !alignment.horizontal.guide.isBuiltIn || !alignment.vertical.guide.isBuiltIn
        }
    }
}

extension ElementContent {
    /// The stack that arranges the children, if the element is one, or a layer.
    fileprivate var stack: StackLayout? {
        switch self {
        case .layout(.stack(let stack)): stack
        case .layout(.layer(let layer)): StackLayout(direction: .depth(layer.alignment), spacing: nil)
        default: nil
        }
    }

    /// Whether guides of views inside apply to stacks around the element.
    fileprivate var passesGuides: Bool {
        switch self {
        case .layout(.scroll), .layout(.layer), .layout(.lazyGrid), .layout(.grid), .layout(.geometry), .layout(.fitting):
            false
        case .layout, .text, .control, .media, .drawing: true
        case .window, .collection, .navigation, .presentation: false
        }
    }
}
