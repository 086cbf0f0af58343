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
