/// Declares a preview for Xcode's canvas, next to the code that it shows.
///
///     #Preview("Empty") {
///         QuakeList(quakes: [])
///     }
///
/// There is no canvas on Linux. The compiler checks the body, and the macro expands to nothing, so
/// the program does not contain the preview.
///
/// - Parameters:
///   - name: The name of the preview on the canvas.
///   - body: The view to preview.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "StrataMacros", type: "PreviewMacro")

/// Declares a preview for Xcode's canvas, with traits of the canvas.
///
///     #Preview("Wide", traits: .fixedLayout(width: 800, height: 200)) {
///         QuakeList(quakes: [])
///     }
///
/// There is no canvas on Linux. The compiler checks the traits and the body, and the macro expands
/// to nothing.
///
/// - Parameters:
///   - name: The name of the preview on the canvas.
///   - traits: A trait of the canvas.
///   - additionalTraits: More traits of the canvas.
///   - body: The view to preview.
@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, traits: PreviewTrait<Preview.ViewTraits>, _ additionalTraits: PreviewTrait<Preview.ViewTraits>...,
    @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "StrataMacros", type: "PreviewMacro")

/// Marks a dynamic property in the body of `#Preview`, which is then a property of the preview's
/// view.
///
///     #Preview {
///         @Previewable @State var isOn = true
///         Toggle("Sound", isOn: $isOn)
///     }
///
/// There is no canvas on Linux, so the preview is never shown, and the macro expands to nothing.
@attached(peer)
public macro Previewable() = #externalMacro(module: "StrataMacros", type: "PreviewableMacro")
