import SwiftUI

/// Views that are drawn with the frame of another one, and views that replace each other.
struct MatchedPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 24) {
            TitledExample("A selection that moves") { SelectionExample() }
            TitledExample("A view that grows from another one") { HeroExample() }
            TitledExample("Marks that follow a view that scrolls") { ScrolledExample() }
            Row {
                TitledExample("The same size") { SizeExample().frame(width: 120, height: 180) }
                TitledExample("The same position") { PositionExample().frame(width: 120, height: 180) }
            }
            TitledExample("The size of a view below a sheet") { MatchedSheetExample() }
            TitledExample("A page that zooms from its link") { ZoomExample() }
        }
    }
}

/// A capsule that moves behind the selected title, whose size it has.
private struct SelectionExample: View {
    @Namespace private var tabs
    @State private var selection = "Day"

    var body: some View {
        HStack(spacing: 16) {
            ForEach(["Day", "Week", "Four weeks"], id: \.self) { title in
                Button(title) { withAnimation(.linear(duration: 0.4)) { selection = title } }
                    .buttonStyle(.plain)
                    .padding(.horizontal, 12)
                    .padding(.vertical, 6)
                    .matchedGeometryEffect(id: title, in: tabs)
                    .accessibilityIdentifier("matched.tab.\(title)")
            }
        }
        .background {
            Capsule().fill(.orange.opacity(0.3)).accessibilityIdentifier("matched.pill")
                .matchedGeometryEffect(id: selection, in: tabs, isSource: false)
        }
    }
}

/// A row of colors, one of which grows when it is selected.
private struct HeroExample: View {
    @Namespace private var colors
    @State private var selection: Int?

    private let all: [Color] = [.red, .green, .blue]

    var body: some View {
        VStack(alignment: .leading) {
            if let selection {
                color(selection, "matched.large").frame(height: 160)
                Button("Close") { withAnimation(.linear(duration: 0.6)) { self.selection = nil } }
                    .buttonStyle(.bordered)
                    .accessibilityIdentifier("matched.close")
            } else {
                HStack {
                    ForEach(all.indices, id: \.self) { index in
                        color(index, "matched.small.\(index)").frame(width: 60, height: 60)
                            .onTapGesture { withAnimation(.linear(duration: 0.6)) { selection = index } }
                            .accessibilityLabel("Color \(index + 1)")
                    }
                    Spacer()
                }
            }
        }
        .frame(maxWidth: .infinity, minHeight: 220, alignment: .topLeading)
        .padding(12)
        .background(.quaternary.opacity(0.4), in: .rect(cornerRadius: 16))
    }

    private func color(_ index: Int, _ identifier: String) -> some View {
        RoundedRectangle(cornerRadius: 12).fill(all[index]).accessibilityIdentifier(identifier)
            .matchedGeometryEffect(id: index, in: colors)
    }
}

/// Marks outside a scroll view that follow one of its views.
private struct ScrolledExample: View {
    @Namespace private var squares
    @State private var marked = 3

    var body: some View {
        VStack(spacing: 8) {
            ScrollView(.horizontal) {
                HStack {
                    ForEach(0..<12) { index in
                        Button {
                            marked = index
                        } label: {
                            Text("\(index)").frame(width: 80, height: 80).background(.quaternary, in: .rect(cornerRadius: 8))
                        }
                        .buttonStyle(.plain)
                        .frame(width: 80, height: 80)
                        .matchedGeometryEffect(id: index, in: squares)
                        .accessibilityIdentifier("matched.square.\(index)")
                    }
                }
            }
            .accessibilityIdentifier("matched.scroll")
            // The point at twice the height of the text is at the center of the square.
            Text("Marked").font(.caption).accessibilityIdentifier("matched.mark")
                .matchedGeometryEffect(
                    id: marked, in: squares, properties: .position, anchor: UnitPoint(x: 0.5, y: 2), isSource: false
                )
                .allowsHitTesting(false)
            Rectangle().stroke(.orange, lineWidth: 2).accessibilityIdentifier("matched.outline")
                .matchedGeometryEffect(id: marked, in: squares, isSource: false)
                .frame(width: 20, height: 10)
        }
    }
}

/// A view with the size of another one, whose namespace it gets from the view around.
private struct SizeExample: View {
    @Namespace private var namespace
    @State private var isWide = false
    private let id = "1"

    var body: some View {
        VStack {
            Rectangle().fill(.teal).accessibilityIdentifier("matched.size.source")
                .frame(width: isWide ? 100 : 50, height: 40)
                .matchedGeometryEffect(id: id, in: namespace)
            SizeFollower(namespace: namespace, id: id)
            Button("Widen") { isWide.toggle() }.buttonStyle(.bordered).accessibilityIdentifier("matched.size.toggle")
        }
    }
}

private struct SizeFollower: View {
    let namespace: Namespace.ID
    let id: String

    var body: some View {
        Rectangle().accessibilityIdentifier("matched.size.follower")
            .matchedGeometryEffect(id: id, in: namespace, properties: .size, isSource: false)
            .accessibilityIdentifier("matched.size.slot")
    }
}

/// Two views over a third one, at whose center they are.
private struct PositionExample: View {
    @Namespace private var namespace

    var body: some View {
        VStack {
            Rectangle().fill(.gray).matchedGeometryEffect(id: "111", in: namespace)
                .accessibilityIdentifier("matched.position.source")
            Ellipse().fill(.red).accessibilityIdentifier("matched.position.red")
                .matchedGeometryEffect(id: "111", in: namespace, properties: .position, isSource: false)
            Rectangle().stroke(.blue, lineWidth: 3).accessibilityIdentifier("matched.position.blue")
                .matchedGeometryEffect(id: "111", in: namespace, properties: .position, isSource: false)
        }
    }
}
