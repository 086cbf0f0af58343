import SwiftUI

/// A badge with the magnitude, in a color for its range.
struct MagnitudeBadge: View {
    let magnitude: Float
    var size = Size.regular
    @Environment(\.colorScheme) private var colorScheme

    enum Size { case small, regular, large }

    var body: some View {
        Text(words)
            .font(font)
            .monospacedDigit()
            .foregroundStyle(colorScheme == .dark ? .black : .white)
            .accessibilityLabel("Magnitude \(words)")
            .accessibilityIdentifier("magnitude")
            .frame(width: frame.width, height: frame.height)
            .background(color, in: RoundedRectangle(cornerRadius: frame.height / 4))
    }

    private var font: Font {
        switch size {
        case .small: .subheadline.bold()
        case .regular: .headline
        case .large: .largeTitle
        }
    }

    private var frame: CGSize {
        switch size {
        case .small: CGSize(width: 42, height: 24)
        case .regular: CGSize(width: 52, height: 36)
        case .large: CGSize(width: 112, height: 76)
        }
    }

    /// The magnitude as it is shown: with one decimal, and without the sign of a negative zero.
    private var shown: Float { (magnitude * 10).rounded() / 10 + 0 }

    private var words: String { shown.formatted(.number.precision(.fractionLength(1))) }

    /// A color for the shown magnitude, so that equal numbers have equal colors.
    private var color: Color {
        switch shown {
        case ..<1: .gray
        case ..<2.5: .green
        case ..<4.5: .orange
        case ..<6: .red
        default: .purple
        }
    }
}
