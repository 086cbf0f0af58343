import Foundation

/// Runs a layout that hosts cannot draw: one of an app, or a stack whose views have alignment
/// guides.
///
/// # From a layout to frames
///
/// A layout needs the sizes of its views, and only the host knows these: a browser knows how wide a
/// text is. So the two take turns:
///
/// 1. The engine puts each view into a box, its *slot*, and runs the layout. What the layout asks
///    for is answered with what the host has measured. For the rest it gets an estimate, and the
///    proposal becomes a *request* of the slot.
/// 2. The host measures each view for its requests, at once and before it paints, and reports the
///    sizes together with the space that the layout has (`layouts.js`).
/// 3. The layout runs again with these sizes. If it asks for nothing else, the slots get their
///    frames. Otherwise step 2 follows again, ``mostReplies`` times at most; then the estimates
///    have to do.
///
/// The measurements are kept, by view and proposal, for as long as the layout asks for them. So a
/// layout that knows all sizes, for example after another one was chosen or a view was removed, has
/// its new frames in the same flush. The host measures again by itself when a patch, a font or a
/// picture has changed what is in a slot, and reports a size that is another one.
///
/// Until the first frames are known, the views are not shown, or a stack stands in for the layout
/// (``LayoutSpace/interim``). After that, a view keeps its frame until all new ones are known, and
/// only views that were inserted are not shown yet.
///
/// # The space
///
/// Hosts lay out what is around by their own rules, and have to know how the layout behaves there.
/// The engine finds out as the stacks of Apple's do: it asks for the smallest and for the largest
/// size (``LayoutSpace``). A layout that ignores proposals has a fixed length. One that takes any
/// length is drawn as a view that grows, and one between has at most its largest length, as a text
/// does. The host reports the space that this leaves, and that is the proposal.
///
/// A layout directly in another one is asked by the engine of that one, without the host. Boxes
/// around it are measured by the host, with the size that the layout has at that time.
@MainActor
final class LayoutEngine: ElementArranger {
    /// The number of reports in a row after which a layout that keeps asking for other sizes gets
    /// estimates.
    static let mostReplies = 3

    private var layout: AnyLayout?
    private var cache: AnyLayout.Cache?
    private var views: [MeasuredView] = []
    private var layoutDirection = LayoutDirection.leftToRight
    /// The space that the layout has, as the host last reported it.
    private var space: CGSize?
    private var shown = LayoutSpace(width: .all(ideal: 10), height: .fixed(10))
    private var interim: StackLayout?
    /// The stack that the engine lays out; nil for another layout.
    private(set) var stack: StackLayout?
    /// Whether the views have frames.
    private var isPlaced = false
    /// Whether the host has been asked for something since the views got their frames.
    private var isWaiting = false
    /// The number of reports since the last change that was not one, while sizes were missing.
    private var replies = 0
    /// Whether the next run is due to a report.
    private var isReply = false
    /// The animation of the change whose frames are not known yet.
    private var animation: Animation?
    /// The proposals for which a layout around this one has asked, by view.
    private var queried: [[ProposedViewSize]] = []
    private var needsBaselines = false
    /// The guides of the views, in the coordinate space of the layout.
    private var placedGuides: [GuideKey: [CGFloat]] = [:]

    private var stackOrientation: Axis? { layout?.stackOrientation }

    /// Shows the element of the layout, and makes it run when the node is arranged.
    ///
    /// - Parameters:
    ///   - stack: The stack that the layout is; nil for another one.
    ///   - interim: The stack that stands in for the layout until the views have frames.
    ///   - layer: The layer that the layout fills; nil for none.
    func show(
        _ layout: AnyLayout, in node: ViewNode, stack: StackLayout?, interim: StackLayout?, layer: LayerContent? = nil
    ) {
        self.layout = layout
        self.stack = stack
        shown.layer = layer
        layoutDirection = node.environment.layoutDirection
        if !isPlaced, let interim { (self.interim, shown.interim) = (interim, interim) }
        let report = EventHandler(MeasureEvent.self) { [weak self, weak node] event in
            if let self, let node { adopt(event, node) }
        }
        node.show(.layout(.arranged(shown)), on: [report])
        if let element = node.element { node.graph.layouts.add(self, of: element) }
        if node.rare?.onRemoval == nil {
            node.onRemoval = { [weak node] in
                if let node, let id = node.element?.id { node.graph.layouts.removeEngine(of: id) }
            }
        }
    }

    /// Ends the engine of a node, if it has one: hosts draw the next layout.
    static func end(in node: ViewNode) {
        guard node.storage is LayoutEngine else { return }
        if let id = node.element?.id { node.graph.layouts.removeEngine(of: id) }
        node.storage = nil
    }

    /// Schedules a run.
    func setNeedsLayout(_ node: ViewNode, isReply: Bool) {
        if isReply { self.isReply = true }
        node.graph.setNeedsArrangement(node)
    }

    /// Adopts a report of the host, and schedules a run if anything is another one.
    private func adopt(_ event: MeasureEvent, _ node: ViewNode) {
        // The host does not choose a fixed length.
        let hasNewSpace = shown.axes.contains { axis in space.map { abs($0[axis] - event.space[axis]) > 0.05 } ?? true }
        space = event.space
        var hasNewSizes = false
        let viewsBySlot = Dictionary(views.map { ($0.slot.id, $0) }) { first, _ in first }
        for each in event.views {
            // The report may be of a view that was removed, or for a proposal that is not asked for
            // any more.
            guard let view = viewsBySlot[each.slot],
                let proposal = view.requests.first(where: { $0.name == each.proposal })
            else { continue }
            view.measurements[proposal] = each.measurement
            hasNewSizes = true
        }
        guard hasNewSpace || hasNewSizes else { return }
        replies = hasNewSpace ? 0 : replies + 1
        setNeedsLayout(node, isReply: true)
        node.graph.layouts.setNeedsLayout(around: node, isReply: true)
    }

    /// Puts the elements below a node into slots, and runs the layout.
    func arrange(_ node: ViewNode) -> [Element] {
        guard let layout else { return node.elementsBelow }
        adoptViews(node.elementsBelow, in: node.graph)
        run(layout, node)
        return views.map(\.slot)
    }

    private func adoptViews(_ elements: [Element], in graph: WindowGraph) {
        guard !elements.elementsEqual(views.map(\.element), by: ===) else { return }
        var former: [Int: MeasuredView] = [:]
        for view in views { former[view.element.id] = view }
        views = elements.map { former[$0.id] ?? MeasuredView($0, in: graph) }
        queried = views.map { _ in [] }
    }

    private func run(_ layout: AnyLayout, _ node: ViewNode) {
        if !isReply { replies = 0 }
        isReply = false
        let pass = LayoutPass(views, orientation: layout.stackOrientation)
        let subviews = subviews(in: pass)
        var cache = self.cache ?? layout.makeCache(subviews: subviews)
        if self.cache != nil { layout.updateCache(&cache, subviews: subviews) }
        let (space, proposal) = measure(layout, subviews, &cache)
        let size = layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache).drawable
        let bounds = CGRect(origin: .zero, size: size)
        layout.placeSubviews(in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
        let frames = views.indices.map { pass.frame(of: $0, in: bounds, proposal) }
        self.cache = cache
        let isExhausted = replies >= Self.mostReplies
        let knowsAll = pass.isComplete && (self.space != nil || space.axes.isEmpty)
        needsBaselines = needsBaselines || pass.needsBaselines
        if knowsAll || isExhausted {
            placedGuides = guides(in: pass, frames, proposal)
            let former = shown
            show(frames, space, node)
            if shown != former { node.graph.layouts.setNeedsLayout(around: node, isReply: true) }
        } else {
            wait(space, node)
        }
        if !isExhausted { request(pass.asked) }
        for view in views { view.show(needsBaselines: needsBaselines) }
    }

    private func subviews(in pass: LayoutPass) -> LayoutSubviews {
        LayoutSubviews(pass, count: views.count, layoutDirection: layoutDirection)
    }

    /// Returns how much space the layout takes, and the proposal for it.
    private func measure(
        _ layout: AnyLayout, _ subviews: LayoutSubviews, _ cache: inout AnyLayout.Cache
    ) -> (LayoutSpace, ProposedViewSize) {
        func size(_ width: CGFloat?, _ height: CGFloat?) -> CGSize {
            layout.sizeThatFits(
                proposal: ProposedViewSize(width: width, height: height), subviews: subviews, cache: &cache)
        }
        let width = LayoutSpace.Length(least: size(0, nil).width, most: size(.infinity, nil).width) { size(nil, nil).width }
        let proposedWidth = width.isFixed ? nil : space?.width
        let height = LayoutSpace.Length(least: size(proposedWidth, 0).height, most: size(proposedWidth, .infinity).height) {
            size(proposedWidth, nil).height
        }
        let proposal = ProposedViewSize(width: proposedWidth, height: height.isFixed ? nil : space?.height)
        return (LayoutSpace(width: width, height: height), proposal.measurable)
    }

    private func guides(in pass: LayoutPass, _ frames: [CGRect], _ proposal: ProposedViewSize) -> [GuideKey: [CGFloat]] {
        var all: [GuideKey: [CGFloat]] = [:]
        for (index, frame) in frames.enumerated() {
            let placed = pass.placements[index]?.proposal ?? proposal
            for (key, value) in pass.dimensions(of: index, for: placed).explicit {
                all[key, default: []].append((key.axis == .horizontal ? frame.minX : frame.minY) + value)
            }
        }
        return all
    }

    /// Draws the views at their frames.
    private func show(_ frames: [CGRect], _ space: LayoutSpace, _ node: ViewNode) {
        for (view, frame) in zip(views, frames) { view.frame = frame }
        isPlaced = true
        if isWaiting, let animation, node.graph.pendingAnimation == nil { node.graph.pendingAnimation = animation }
        (isWaiting, animation) = (false, nil)
        setShown(space, node)
    }

    /// Keeps what is shown until the host has reported what is missing.
    private func wait(_ space: LayoutSpace, _ node: ViewNode) {
        isWaiting = true
        if let pending = node.graph.pendingAnimation { animation = pending }
        guard !isPlaced else { return }
        var space = space
        space.interim = interim
        // What the layout takes at most depends on sizes that are not known yet.
        if case .upTo(let length) = space.width { space.width = .all(ideal: length) }
        setShown(space, node)
    }

    private func setShown(_ space: LayoutSpace, _ node: ViewNode) {
        var space = space
        space.layer = shown.layer
        shown = space
        guard let element = node.element else { return }
        node.graph.set(element, content: .layout(.arranged(space)), traits: element.traits)
    }

    /// Has the host measure the views for proposals, and drops the measurements for others.
    private func request(_ asked: [[ProposedViewSize]]) {
        for (index, view) in views.enumerated() {
            view.requests = asked[index] + queried[index].filter { !asked[index].contains($0) }
            if view.measurements.count > view.requests.count {
                view.measurements = view.measurements.filter { view.requests.contains($0.key) }
            }
        }
    }

    // MARK: In another layout

    /// The number of proposals of layouts around this one for which a view is measured.
    private static let mostQueries = 16

    /// Returns the size of the layout for a proposal, and whether the host has measured all that it
    /// depends on.
    func size(for proposal: ProposedViewSize) -> (CGSize, isComplete: Bool) {
        guard let layout, queried.count == views.count else { return (CGSize(width: 10, height: 10), false) }
        let pass = LayoutPass(views, orientation: layout.stackOrientation)
        let subviews = subviews(in: pass)
        var cache = self.cache ?? layout.makeCache(subviews: subviews)
        let size = layout.sizeThatFits(proposal: proposal, subviews: subviews, cache: &cache)
        self.cache = cache
        for (index, view) in views.enumerated() {
            let new = pass.asked[index].filter { !view.requests.contains($0) }
            guard !new.isEmpty else { continue }
            queried[index] = (queried[index] + new).suffix(Self.mostQueries)
            view.requests += new
            view.show(needsBaselines: needsBaselines)
        }
        return (size, pass.isComplete)
    }

    /// Returns the guides of the layout in its own coordinate space: those that it sets itself, and
    /// those of its views.
    func explicitGuides(_ size: CGSize, _ proposal: ProposedViewSize, _ keys: Set<GuideKey>) -> [GuideKey: CGFloat] {
        guard let layout else { return [:] }
        let pass = LayoutPass(views, orientation: layout.stackOrientation)
        let subviews = subviews(in: pass)
        var cache = self.cache ?? layout.makeCache(subviews: subviews)
        let bounds = CGRect(origin: .zero, size: size.drawable)
        var explicit: [GuideKey: CGFloat] = [:]
        for key in keys.union(placedGuides.keys) {
            let own =
                key.axis == .horizontal
                ? layout.explicitAlignment(
                    of: HorizontalAlignment(guide: key), in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
                : layout.explicitAlignment(
                    of: VerticalAlignment(guide: key), in: bounds, proposal: proposal, subviews: subviews, cache: &cache)
            explicit[key] = own ?? placedGuides[key].flatMap(key.combined)
        }
        return explicit
    }
}

extension LayoutSpace.Length {
    /// Creates the length of a layout from the smallest and the largest one.
    fileprivate init(least: CGFloat, most: CGFloat, ideal: () -> CGFloat) {
        if !(most < ProposedViewSize.longest) {
            let ideal = ideal()
            self = .all(ideal: ideal < ProposedViewSize.longest ? max(ideal, 0) : 10)
        } else if most - least > 0.5 {
            self = .upTo(max(most, 0))
        } else {
            self = .fixed(max(most, 0))
        }
    }
}

extension ViewNode {
    /// Shows views in a layout that hosts cannot draw.
    ///
    /// - Parameter stack: The stack that the layout is; nil for another one.
    func show(_ layout: AnyLayout, of content: some View, stack: StackLayout? = nil) {
        // A stack that hosts have drawn so far stays until the frames are known.
        var standIn = stack
        if standIn == nil, case .layout(.stack(let stack))? = element?.content { standIn = stack }
        let engine = storage as? LayoutEngine ?? LayoutEngine()
        storage = engine
        engine.show(layout, in: self, stack: stack, interim: standIn)
        updateChild(0, content)
    }

    /// Shows a layer: aligned by the host, unless its alignment needs a layout engine.
    func showLayer(_ layer: LayerContent, _ content: some View) {
        let stack = StackLayout(direction: .depth(layer.alignment), spacing: nil)
        if stack.needsEngine || storage is LayoutEngine && isAlignedByGuides(stack) {
            let engine = storage as? LayoutEngine ?? LayoutEngine()
            storage = engine
            let layout = AnyLayout(LayerLayout(alignment: layer.alignment))
            engine.show(layout, in: self, stack: stack, interim: stack, layer: layer)
        } else {
            LayoutEngine.end(in: self)
            show(.layout(.layer(layer)))
        }
        updateChild(0, content)
    }

    /// Shows a stack: drawn by the host, unless its alignment needs a layout engine.
    func showStack(_ layout: StackLayout, _ content: some View) {
        if layout.needsEngine || storage is LayoutEngine && isAlignedByGuides(layout) {
            return show(layout.measured, of: content, stack: layout)
        }
        LayoutEngine.end(in: self)
        show(.layout(.stack(layout)))
        updateChild(0, content)
    }

    /// Whether a view inside aligns itself in the stack.
    private func isAlignedByGuides(_ layout: StackLayout) -> Bool { graph.layouts.hasGuides(for: layout) }
}

extension StackLayout {
    /// The stack as a layout that measures its views.
    fileprivate var measured: AnyLayout {
        switch direction {
        case .horizontal(let alignment): AnyLayout(HStackLayout(alignment: alignment, spacing: spacing))
        case .vertical(let alignment): AnyLayout(VStackLayout(alignment: alignment, spacing: spacing))
        case .depth(let alignment): AnyLayout(ZStackLayout(alignment: alignment))
        }
    }
}
