import SwiftUI

/// Transitions and animated changes.
struct TransitionPage: View {
    @State private var showsDetails = false
    @State private var isLarge = false
    @State private var completions = 0

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            HStack {
                Button("Details") {
                    withAnimation(.snappy) {
                        showsDetails.toggle()
                    } completion: {
                        completions += 1
                    }
                }
                .accessibilityIdentifier("transition.toggle")
                Button("Opacity") { isLarge.toggle() }.accessibilityIdentifier("transition.opacity")
            }
            if showsDetails {
                Text("Slides in").transition(.move(edge: .leading).combined(with: .opacity))
                    .accessibilityIdentifier("transition.details")
            }
            Text("Fades").opacity(isLarge ? 0.6 : 1).animation(.easeInOut(duration: 0.4), value: isLarge)
                .accessibilityIdentifier("transition.fading")
            Text("\(completions)").font(.title.monospacedDigit()).contentTransition(.numericText())
                .animation(.default, value: completions)
            Text("Completed \(completions) times").foregroundStyle(.secondary)
                .accessibilityIdentifier("transition.completions")
        }
    }
}
