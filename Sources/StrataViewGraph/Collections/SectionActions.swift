extension Section where Parent: View, Content: View, Footer: View {
    /// Adds actions to the section, such as a button that adds a row. They are rows at the end of the
    /// section, as on iOS.
    public func sectionActions<Actions: View>(@ViewBuilder content actions: () -> Actions) -> some View {
        Section<Parent, TupleView<(Content, Actions)>, Footer>(
            isExpanded: isExpanded, content: TupleView((content, actions())), header: header, footer: footer)
    }
}
