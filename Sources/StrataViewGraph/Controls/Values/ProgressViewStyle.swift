import Foundation

/// A type that defines the appearance of progress views, for `progressViewStyle(_:)`.
///
/// A style may have dynamic properties, such as `@Environment`.
@MainActor @preconcurrency
public protocol ProgressViewStyle {
    /// The type of the body, which the compiler infers.
    associatedtype Body: View

    /// The properties of a progress view.
    typealias Configuration = ProgressViewStyleConfiguration

    /// Returns the view of a progress view.
    @ViewBuilder func makeBody(configuration: Configuration) -> Body
}

/// The properties of a progress view that a ``ProgressViewStyle`` draws.
@MainActor @preconcurrency
public struct ProgressViewStyleConfiguration {
    /// The label of the progress view, as a view.
    public struct Label: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The label of the value, as a view.
    public struct CurrentValueLabel: View {
        let content: AnyView
        public var body: some View { content }
    }

    /// The completed fraction, from 0 to 1; nil where it is unknown.
    public let fractionCompleted: Double?
    /// The label, if there is one.
    public var label: Label?
    /// The label of the value, if there is one.
    public var currentValueLabel: CurrentValueLabel?

    /// Returns the configuration with another completed fraction.
    func with(fraction: Double) -> ProgressViewStyleConfiguration {
        ProgressViewStyleConfiguration(
            fractionCompleted: fraction, label: label, currentValueLabel: currentValueLabel)
    }
}

/// The host's style: a bar where the completed fraction is known, otherwise a spinning circle.
public struct DefaultProgressViewStyle: ProgressViewStyle {
    /// Creates the style.
    public init() {}

    /// Returns a bar or a spinning circle.
    public func makeBody(configuration: Configuration) -> some View {
        if configuration.fractionCompleted == nil {
            CircularProgress(configuration: configuration)
        } else {
            LinearProgress(configuration: configuration)
        }
    }
}

/// A bar that is filled from one end.
public struct LinearProgressViewStyle: ProgressViewStyle {
    private var tint: Color?

    /// Creates the style.
    public init() {}

    /// Creates the style with a color.
    public init(tint: Color) { self.tint = tint }

    /// Returns a bar.
    public func makeBody(configuration: Configuration) -> some View {
        LinearProgress(configuration: configuration).changingEnvironment { if let tint { $0.tintColor = tint } }
    }
}

/// A circle, which spins while the completed fraction is unknown.
public struct CircularProgressViewStyle: ProgressViewStyle {
    private var tint: Color?

    /// Creates the style.
    public init() {}

    /// Creates the style with a color.
    public init(tint: Color) { self.tint = tint }

    /// Returns a circle.
    public func makeBody(configuration: Configuration) -> some View {
        CircularProgress(configuration: configuration).changingEnvironment { if let tint { $0.tintColor = tint } }
    }
}

/// A bar between its label and the label of its value.
private struct LinearProgress: View {
    let configuration: ProgressViewStyleConfiguration

    var body: some View {
        LabeledProgress(
            layout: .column, label: configuration.label, currentValueLabel: configuration.currentValueLabel,
            indicator: ProgressIndicator(appearance: .linear, fraction: configuration.fractionCompleted))
    }
}

/// A circle over its label.
private struct CircularProgress: View {
    let configuration: ProgressViewStyleConfiguration

    var body: some View {
        LabeledProgress(
            layout: .compact, label: configuration.label, currentValueLabel: configuration.currentValueLabel,
            indicator: ProgressIndicator(appearance: .circular, fraction: configuration.fractionCompleted))
    }
}

/// The indicator alone, or with the label that names it and the label of its value.
private struct LabeledProgress: View {
    let layout: LabeledLayout
    let label: ProgressViewStyleConfiguration.Label?
    let currentValueLabel: ProgressViewStyleConfiguration.CurrentValueLabel?
    let indicator: ProgressIndicator

    var body: some View {
        if let label {
            if let currentValueLabel {
                VStack(alignment: .leading, spacing: 4) {
                    LabeledControl(layout: layout, label: label, control: indicator)
                    currentValueLabel.font(.caption).foregroundStyle(.secondary)
                }
            } else {
                LabeledControl(layout: layout, label: label, control: indicator)
            }
        } else if let currentValueLabel {
            VStack(alignment: .leading, spacing: 4) {
                indicator
                currentValueLabel.font(.caption).foregroundStyle(.secondary)
            }
        } else {
            indicator
        }
    }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    /// The host's style: a bar where the completed fraction is known, otherwise a spinning circle.
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    /// A bar that is filled from one end.
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    /// A circle, which spins while the completed fraction is unknown.
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

private struct ProgressViewStylesKey: EnvironmentKey {
    static var defaultValue: [any ProgressViewStyle] { [] }
}

extension EnvironmentValues {
    /// The styles of progress views, innermost last; see `toggleStyles`.
    var progressViewStyles: [any ProgressViewStyle] {
        get { self[ProgressViewStylesKey.self] }
        set { self[ProgressViewStylesKey.self] = newValue }
    }
}

extension View {
    /// Sets the style of progress views.
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        changingEnvironment { $0.progressViewStyles.append(style) }
    }
}
