/// A preview for Xcode's canvas, next to the code that it shows.
///
///     #Preview("Empty") {
///         QuakeList(quakes: [])
///     }
///
/// There is no canvas on Linux. The compiler checks the body, then the macro expands to nothing, so
/// a preview is no part of the program.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "StrataMacros", type: "PreviewMacro")
