import SwiftUI

/// Layouts that are common in apps: a banner, cards with a badge, tiles, a progress bar.
struct CardsPage: View {
    var body: some View {
        VStack(spacing: 16) {
            ZStack {
                LinearGradient(colors: [.indigo, .blue], startPoint: .topLeading, endPoint: .bottomTrailing)
                    .ignoresSafeArea()
                VStack(alignment: .leading, spacing: 6) {
                    Text("6.4").font(.largeTitle)
                    Text("12 km north of Ridgecrest, California, at a depth of eleven kilometers below the desert")
                        .fixedSize(horizontal: false, vertical: true)
                    Text("4 minutes ago").foregroundStyle(.secondary)
                }
                .foregroundStyle(.white)
                .frame(maxWidth: .infinity, alignment: .leading)
                .padding()
            }
            .cornerRadius(16)
            .accessibilityIdentifier("cards.banner")
            ForEach(["Noto", "Kamchatka"], id: \.self) { name in
                HStack(spacing: 12) {
                    Circle().fill(.orange).frame(width: 10, height: 10)
                    VStack(alignment: .leading) {
                        Text(name).font(.headline)
                        Text("Japan Trench").font(.footnote).foregroundStyle(.secondary)
                    }
                    Spacer()
                    Text("7.5").font(.headline).padding(.horizontal, 10).padding(.vertical, 4)
                        .background(Capsule().fill(.orange.opacity(0.2)))
                }
                .padding(12)
                .frame(maxWidth: .infinity)
                .background(RoundedRectangle(cornerRadius: 12).fill(.background))
                .overlay(RoundedRectangle(cornerRadius: 12).strokeBorder(.separator))
                .shadow(color: .black.opacity(0.08), radius: 6, y: 3)
                .accessibilityIdentifier("cards.\(name)")
            }
            LazyVGrid(columns: Array(repeating: GridItem(.flexible(), spacing: 10), count: 3), spacing: 10) {
                ForEach(0..<6, id: \.self) { index in
                    ZStack(alignment: .bottomLeading) {
                        Rectangle().fill(Color(hue: Double(index) / 6, saturation: 0.5, brightness: 0.8))
                        Text("\(index + 1)").font(.title).foregroundStyle(.black).padding(8)
                    }
                    .aspectRatio(1.6, contentMode: .fit)
                    .clipShape(RoundedRectangle(cornerRadius: 10))
                    .accessibilityIdentifier("cards.tile\(index)")
                }
            }
            ScrollView {
                VStack(alignment: .leading, spacing: 8) {
                    Text("In a scroll view").font(.headline)
                    Text(
                        "A paragraph that is long enough to need several lines on a narrow window, and fills one and a half on a wide one. It starts at the leading edge."
                    )
                    Divider()
                    HStack {
                        Text("Left")
                        Spacer()
                        Text("Right").accessibilityIdentifier("cards.right")
                    }
                    Rectangle().fill(.tint).frame(height: 4)
                    HStack {
                        ForEach(0..<5, id: \.self) { bar in
                            Rectangle().fill(.teal).frame(height: CGFloat(20 + bar * 12))
                        }
                    }
                }
                .padding()
            }
            .frame(height: 240)
            .background(.gray.opacity(0.12), in: .rect(cornerRadius: 12))
            .accessibilityIdentifier("cards.scroll")
            LimitedCards()
            NavigationLink {
                Text("A leaf")
            } label: {
                VStack(alignment: .leading) {
                    Image(systemName: "leaf").resizable().aspectRatio(1.6, contentMode: .fit)
                        .accessibilityIdentifier("cards.link.image")
                    Text("Leaf")
                }
            }
            .frame(width: 150)
            NavigationLink("A plain link") { Text("A page") }.buttonStyle(.plain).accessibilityIdentifier("cards.plain")
            Text("Progress").frame(maxWidth: .infinity).padding(6).background(alignment: .leading) {
                GeometryReader { geometry in
                    Rectangle().fill(.green.opacity(0.3)).frame(width: geometry.size.width * 0.4)
                        .accessibilityIdentifier("cards.bar")
                }
            }
            .border(.green)
            .accessibilityIdentifier("cards.progress")
        }
    }
}

/// Views with a maximum width: in the middle of a scroll view, at the leading edge of a stack, and
/// in a row.
private struct LimitedCards: View {
    var body: some View {
        ScrollView {
            // The arrow keys scroll the view, so it needs content that has a name.
            Rectangle().fill(.brown).accessibilityLabel("A bar in the middle")
                .frame(height: 8).frame(maxWidth: 120).accessibilityIdentifier("cards.centered").padding(10)
        }
        .frame(height: 40)
        .accessibilityIdentifier("cards.center")
        VStack(alignment: .leading) {
            Rectangle().fill(.brown).frame(height: 8).frame(maxWidth: 120).accessibilityIdentifier("cards.leading").padding(10)
            HStack(spacing: 6) {
                Text("Limited").frame(maxWidth: 120)
                Rectangle().fill(.brown).frame(width: 40, height: 20)
            }
            .padding(10)
            .border(.brown)
            .accessibilityIdentifier("cards.row")
            Divider()
        }
        .accessibilityIdentifier("cards.lead")
    }
}
