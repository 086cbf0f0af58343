/// A preview for Xcode's canvas, beside the code that it shows.
///
///     #Preview("Empty") {
///         QuakeList(quakes: [])
///     }
///
/// There is no canvas here. The compiler checks that the body fits the views it shows, then the
/// macro expands to nothing: a preview is no part of the program.
@freestanding(declaration)
public macro Preview(_ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View) =
    #externalMacro(module: "PreviewMacros", type: "PreviewMacro")
