import SwiftUI

/// Transitions and animated changes.
struct TransitionPage: View {
    @State private var showsDetails = false
    @State private var isLarge = false
    @State private var completions = 0
    @State private var isSheetShown = false

    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            TitledExample("A view that comes and goes") {
                Button("Details") {
                    withAnimation(.snappy) {
                        showsDetails.toggle()
                    } completion: {
                        completions += 1
                    }
                }
                .buttonStyle(.bordered)
                .accessibilityIdentifier("transition.toggle")
                if showsDetails {
                    Text("Slides in").transition(.move(edge: .leading).combined(with: .opacity))
                        .accessibilityIdentifier("transition.details")
                }
                HStack(alignment: .firstTextBaseline) {
                    Text("\(completions)").font(.title.monospacedDigit()).contentTransition(.numericText())
                        .animation(.default, value: completions)
                        .accessibilityIdentifier("transition.completions")
                    Text(completions == 1 ? "animation completed" : "animations completed").foregroundStyle(.secondary)
                }
            }
            TitledExample("Transitions") { TransitionSamples() }
            TitledExample("A change of opacity") {
                Button("Opacity") { isLarge.toggle() }.buttonStyle(.bordered).accessibilityIdentifier("transition.opacity")
                Text("Fades").opacity(isLarge ? 0.6 : 1).animation(.easeInOut(duration: 0.4), value: isLarge)
                    .accessibilityIdentifier("transition.fading")
            }
            TitledExample("In a sheet") {
                Button("Sheet") { isSheetShown = true }.buttonStyle(.bordered).accessibilityIdentifier("transition.sheet")
                    .sheet(isPresented: $isSheetShown) { TransitionSheet() }
            }
        }
    }
}

/// Tiles that come and go together, each with another transition.
private struct TransitionSamples: View {
    @State private var isShown = true

    var body: some View {
        Button(isShown ? "Hide" : "Show") { withAnimation(.smooth(duration: 0.6)) { isShown.toggle() } }
            .buttonStyle(.bordered)
            .accessibilityIdentifier("transition.samples")
        Flow {
            sample("Opacity", .opacity)
            sample("Scale", .scale)
            sample("Move", .move(edge: .bottom).combined(with: .opacity))
            sample("Slide", .slide.combined(with: .opacity))
            sample("Push", .push(from: .top))
            sample("Offset", .offset(x: 24, y: -24).combined(with: .opacity))
            sample("Blur", AnyTransition(.blurReplace))
            sample("Asymmetric", .asymmetric(insertion: .scale, removal: .opacity))
            sample("Pale", .opacity, opacity: 0.5)
        }
    }

    private func sample(_ name: String, _ transition: AnyTransition, opacity: Double = 1) -> some View {
        VStack(spacing: 6) {
            ZStack {
                Color.clear
                if isShown {
                    RoundedRectangle(cornerRadius: 8).fill(.tint).opacity(opacity).transition(transition)
                        .accessibilityIdentifier("transition.sample.\(name)")
                }
            }
            .frame(height: 56)
            Text(name).font(.caption).foregroundStyle(.secondary)
        }
    }
}

/// A sheet from which a view that scrolls is removed.
private struct TransitionSheet: View {
    @State private var showsLines = true

    var body: some View {
        VStack {
            Button("Lines") { withAnimation { showsLines.toggle() } }.accessibilityIdentifier("transition.lines.toggle")
            if showsLines {
                ScrollView {
                    VStack {
                        ForEach(1..<30, id: \.self) { Text("Line \($0)") }
                    }
                }
                .frame(height: 120)
                .accessibilityIdentifier("transition.lines")
            }
        }
        .padding()
    }
}
