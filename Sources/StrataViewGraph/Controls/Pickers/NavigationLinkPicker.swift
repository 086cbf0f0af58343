/// A picker that is a link to a page with its options.
struct NavigationLinkPicker<Label: View, SelectionValue: Hashable, Content: View>: View {
    let selection: Binding<SelectionValue>
    let label: Label
    let content: Content
    let currentValueLabel: AnyView?

    var body: some View {
        NavigationLink {
            PickerOptionsPage(selection: selection, title: label as? Text, label: label, content: content)
        } label: {
            LabeledContent {
                if let currentValueLabel {
                    currentValueLabel
                } else {
                    SelectedOption(selection: selection, content: content)
                }
            } label: {
                label
            }
        }
    }
}

/// The page with the options of a picker, which goes back when the user has selected one.
private struct PickerOptionsPage<Label: View, SelectionValue: Hashable, Content: View>: View {
    @Environment(\.dismiss) private var dismiss
    let selection: Binding<SelectionValue>
    let title: Text?
    let label: Label
    let content: Content

    var body: some View {
        Form {
            Picker(selection: choice) {
                content
            } label: {
                label
            }
            .pickerStyle(.inline)
            .labelsHidden()
        }
        .navigationTitle(title ?? Text(verbatim: ""))
        .navigationBarTitleDisplayMode(.inline)
    }

    private var choice: Binding<SelectionValue> {
        Binding {
            selection.wrappedValue
        } set: { value in
            selection.wrappedValue = value
            dismiss()
        }
    }
}

/// The view of the selected option of a picker. The views of the others are evaluated, and have no
/// elements in the page.
private struct SelectedOption<SelectionValue: Hashable, Content: View>: BuiltInView {
    let selection: Binding<SelectionValue>
    let content: Content

    func _update(_ node: ViewNode) {
        let selected = node.reading { selection.wrappedValue }
        node.show(.layout(.stack(StackLayout(direction: .horizontal(.center), spacing: nil))))
        var environment = node.environment
        environment.rowContainer = .none
        environment.endPendingTraits()
        node.updateChild(0, content, environment: environment)
        node.arrange = { [unowned node] in
            var elements: [Element] = []
            let view = node.taggedViews.first { $0.tag.selection(as: SelectionValue.self) == selected }
            view?.node.collectElements(into: &elements)
            return elements
        }
    }
}
