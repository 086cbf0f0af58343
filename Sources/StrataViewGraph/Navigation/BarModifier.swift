/// Reports properties of the bar to the page around the view.
struct BarModifier: BuiltInModifier {
    let preferences: () -> BarPreferences

    func update<Content: View>(_ node: ViewNode, content: Content) {
        let page = node.page
        let id = ObjectIdentifier(node)
        page.report(node.reading(preferences), from: node)
        node.onRemoval = { [weak page] in page?.remove(id) }
        node.updateChild(0, content)
    }
}

extension View {
    /// Reports properties of the bar to the page around the view.
    func barPreferences(_ change: @escaping (inout BarPreferences) -> Void) -> some View {
        modified(
            BarModifier {
                var preferences = BarPreferences()
                change(&preferences)
                return preferences
            })
    }
}
