/// The form that a presentation takes in a narrow window.
public struct PresentationAdaptation: Hashable, Sendable {
    /// The forms.
    package enum Form: Hashable, Sendable {
        case automatic, none, popover, sheet, fullScreenCover
    }

    package let form: Form

    /// The usual form: a popover is a sheet.
    public static let automatic = PresentationAdaptation(form: .automatic)
    /// The form that the presentation has in a wide window, too.
    public static let none = PresentationAdaptation(form: .none)
    /// A popover, if the presentation is one in a wide window. A sheet stays a sheet.
    public static let popover = PresentationAdaptation(form: .popover)
    /// A sheet.
    public static let sheet = PresentationAdaptation(form: .sheet)
    /// A cover of the whole window.
    public static let fullScreenCover = PresentationAdaptation(form: .fullScreenCover)
}

extension View {
    /// Sets the form that the popover or the sheet around the view takes in a narrow window.
    public func presentationCompactAdaptation(_ adaptation: PresentationAdaptation) -> some View {
        presentation { $0.adaptation = adaptation.form }
    }

    /// Sets the form that the popover or the sheet around the view takes in a narrow window.
    ///
    /// - Parameters:
    ///   - horizontalAdaptation: The form.
    ///   - verticalAdaptation: Has no effect, because a low window does not change the form.
    public func presentationCompactAdaptation(
        horizontal horizontalAdaptation: PresentationAdaptation, vertical verticalAdaptation: PresentationAdaptation
    ) -> some View {
        presentationCompactAdaptation(horizontalAdaptation)
    }
}
