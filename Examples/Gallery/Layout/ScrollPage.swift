import SwiftUI

/// Scroll views, a geometry reader, and alternatives for different widths.
struct ScrollPage: View {
    @State private var line: Int?

    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            ScrollView(.horizontal, showsIndicators: false) {
                HStack(spacing: 8) {
                    ForEach(1..<21, id: \.self) { number in
                        Text("Chip \(number)").padding(.horizontal, 12).padding(.vertical, 6)
                            .background(.blue.opacity(0.12), in: .capsule)
                    }
                }
            }
            .accessibilityIdentifier("scroll.chips")
            ScrollViewReader { proxy in
                HStack(spacing: 12) {
                    Button("First") { proxy.scrollTo(1, anchor: .top) }.accessibilityIdentifier("scroll.first")
                    Button("Row 40") { withAnimation { proxy.scrollTo(40, anchor: .center) } }
                        .accessibilityIdentifier("scroll.to40")
                }
                ScrollView {
                    LazyVStack(alignment: .leading, pinnedViews: .sectionHeaders) {
                        Section {
                            ForEach(1..<61, id: \.self) { number in
                                Text("Row \(number)").accessibilityIdentifier("scroll.row\(number)")
                            }
                        } header: {
                            Text("Sixty rows").font(.headline).padding(.vertical, 4)
                                .frame(maxWidth: .infinity, alignment: .leading).background(.background)
                        }
                    }
                }
                .frame(height: 160)
                .accessibilityIdentifier("scroll.rows")
            }
            ScrollView(.horizontal) {
                LazyHStack(spacing: 12) {
                    ForEach(1..<9, id: \.self) { number in
                        Text("Card \(number)").frame(height: 60)
                            .containerRelativeFrame(.horizontal, count: 3, span: 2, spacing: 12)
                            .background(.indigo.opacity(0.15), in: .rect(cornerRadius: 8))
                            .accessibilityIdentifier("scroll.card\(number)")
                    }
                }
                .scrollTargetLayout()
            }
            .scrollTargetBehavior(.viewAligned)
            .accessibilityIdentifier("scroll.cards")
            HStack(spacing: 12) {
                ScrollView {
                    LazyVStack(alignment: .leading, spacing: 0) {
                        ForEach(1..<201, id: \.self) { number in Text("Line \(number)").frame(height: 30) }
                    }
                    .scrollTargetLayout()
                }
                .scrollPosition(id: $line)
                .frame(height: 120)
                .accessibilityIdentifier("scroll.position")
                Button("Line 100") { line = 100 }.accessibilityIdentifier("scroll.line100")
                Text(line.map { "At line \($0)" } ?? "Not scrolled").accessibilityIdentifier("scroll.line")
            }
            ScrollView {
                ForEach(1..<7, id: \.self) { number in
                    Text("Fixed line \(number)").frame(maxWidth: .infinity, alignment: .leading)
                }
            }
            .contentMargins(.horizontal, 24)
            .contentMargins(.vertical, 8)
            .scrollDisabled(true)
            .frame(height: 90)
            .border(.separator)
            .accessibilityIdentifier("scroll.fixed")
            GeometryReader { geometry in
                Text("\(Int(geometry.size.width)) × \(Int(geometry.size.height))")
                    .frame(width: geometry.size.width / 2, height: geometry.size.height)
                    .background(.teal.opacity(0.2))
                    .accessibilityIdentifier("scroll.half")
            }
            .frame(height: 40)
            .accessibilityIdentifier("scroll.reader")
            ViewThatFits(in: .horizontal) {
                Text("A long title that needs a wide window, and that is never cut off in the middle")
                Text("A short title").accessibilityIdentifier("scroll.short")
            }
            .accessibilityIdentifier("scroll.fits")
            ScrollingRowsExample()
        }
    }
}
