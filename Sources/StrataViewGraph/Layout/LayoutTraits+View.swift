extension View {
    /// Draws the view over the other views of its stack that have a smaller value. The default is
    /// 0.
    public func zIndex(_ value: Double) -> some View { layoutTrait { $0.zIndex = value } }

    /// Gives the view space before the other views of its stack that have a smaller priority. The
    /// default is 0.
    public func layoutPriority(_ value: Double) -> some View { layoutTrait { $0.priority = value } }

    /// Hides the view, from assistive technology too. It keeps its space.
    public func hidden() -> some View { layoutTrait { $0.isHidden = true } }

    /// Sets whether the view receives clicks, taps and drags. If it does not, the view behind it
    /// receives them.
    public func allowsHitTesting(_ enabled: Bool) -> some View {
        layoutTrait { $0.ignoresHits = $0.ignoresHits || !enabled }
    }

    /// Changes the layout traits of the next element.
    func layoutTrait(_ change: @escaping (inout LayoutTraits) -> Void) -> some View {
        changingEnvironment { change(&$0.pendingTraits.layout) }
    }
}
