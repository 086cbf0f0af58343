public import Foundation

/// The width that the content of an inspector sets; nil for the default one.
private struct InspectorWidthKey: PreferenceKey {
    static var defaultValue: CGFloat? { nil }
    static func reduce(value: inout CGFloat?, nextValue: () -> CGFloat?) { value = value ?? nextValue() }
}

/// Shows a column beside the content, or a sheet in a compact width.
private struct InspectorModifier<Inspector: View>: ViewModifier {
    @Binding var isPresented: Bool
    let inspector: Inspector
    @Environment(\.horizontalSizeClass) private var sizeClass
    @State private var width: CGFloat?

    func body(content: Content) -> some View {
        HStack(spacing: 0) {
            content.frame(maxWidth: .infinity, maxHeight: .infinity)
            if isPresented, sizeClass != .compact {
                Divider()
                inspector
                    .frame(width: width ?? 280)
                    .frame(maxHeight: .infinity, alignment: .top)
                    .onPreferenceChange(InspectorWidthKey.self) { width = $0 }
                    .accessibilityElement(children: .contain)
                    .accessibilityLabel("Inspector")
            }
        }
        .sheet(isPresented: isSheetPresented) { inspector }
    }

    private var isSheetPresented: Binding<Bool> {
        Binding {
            isPresented && sizeClass == .compact
        } set: {
            isPresented = $0
        }
    }
}

extension View {
    /// Shows a column with details at the trailing edge of the view while a binding is true. In a
    /// compact width, it is a sheet.
    public func inspector<V: View>(isPresented: Binding<Bool>, @ViewBuilder content: () -> V) -> some View {
        modifier(InspectorModifier(isPresented: isPresented, inspector: content()))
    }

    /// Sets the width of the inspector around the view, in points.
    public func inspectorColumnWidth(_ width: CGFloat) -> some View {
        preference(key: InspectorWidthKey.self, value: width)
    }

    /// Sets the width of the inspector around the view, in points.
    ///
    /// - Parameters:
    ///   - min: The smallest width.
    ///   - ideal: The width. The user cannot change it.
    ///   - max: The largest width.
    public func inspectorColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View {
        inspectorColumnWidth(Swift.min(Swift.max(ideal, min ?? ideal), max ?? .infinity))
    }
}
