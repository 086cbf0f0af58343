import SwiftUI

/// Lazy stacks and grids with many views, and a list of a million rows. Only the views near the
/// visible ones exist.
struct LazyPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 20) {
            LazyColumn()
            LazyLine()
            LazyTiles()
            MillionRows()
        }
    }
}

/// A column of a hundred thousand rows of several heights, below other content, in sections whose
/// headers stay visible.
private struct LazyColumn: View {
    @State private var inserted = 0

    var body: some View {
        ScrollViewReader { proxy in
            Row {
                Button("Top") { proxy.scrollTo(1, anchor: .top) }.accessibilityIdentifier("lazy.top")
                Button("Row 77,777") { proxy.scrollTo(77_777, anchor: .center) }.accessibilityIdentifier("lazy.to77777")
            }
            Row {
                Button("Glide to 5,000") { withAnimation { proxy.scrollTo(5_000, anchor: .center) } }
                    .accessibilityIdentifier("lazy.to5000")
                Button("Insert above") { inserted += 1 }.accessibilityIdentifier("lazy.insert")
            }
            ScrollView {
                VStack(alignment: .leading) {
                    Text("A hundred thousand rows").font(.headline)
                    LazyVStack(alignment: .leading, spacing: 4, pinnedViews: .sectionHeaders) {
                        ForEach(0..<inserted, id: \.self) { Text("Inserted \($0)") }
                        ForEach(0..<100, id: \.self) { section in
                            Section {
                                ForEach(section * 1_000 + 1..<section * 1_000 + 1_001, id: \.self) { LazyRow(number: $0) }
                            } header: {
                                Text("Thousand \(section + 1)").font(.headline).padding(.vertical, 4)
                                    .frame(maxWidth: .infinity, alignment: .leading).background(.background)
                                    .accessibilityIdentifier("lazy.header\(section)")
                            }
                        }
                    }
                }
            }
            .accessibilityIdentifier("lazy.column")
            .frame(height: 240)
        }
    }
}

/// A row whose height depends on its number.
private struct LazyRow: View {
    let number: Int
    @State private var presses = 0

    var body: some View {
        HStack {
            Text("Row \(number)")
            Button("Press") { presses += 1 }.controlSize(.small)
            if presses > 0 { Text("\(presses)").foregroundStyle(.secondary) }
        }
        .frame(height: CGFloat(28 + number * 37 % 50))
        .accessibilityIdentifier("lazy.row\(number)")
    }
}

/// Ten thousand cards side by side.
private struct LazyLine: View {
    var body: some View {
        ScrollViewReader { proxy in
            Button("Last card") { proxy.scrollTo(9_999) }.accessibilityIdentifier("lazy.lastCard")
            ScrollView(.horizontal) {
                LazyHStack(spacing: 8) {
                    ForEach(0..<10_000, id: \.self) { card in
                        Text("\(card)").font(.title3)
                            .frame(width: CGFloat(60 + card % 3 * 20), height: 60)
                            .background(Color(hue: Double(card % 36) / 36, saturation: 0.25, brightness: 0.95))
                            .foregroundStyle(.black)
                            .accessibilityIdentifier("lazy.card\(card)")
                    }
                }
            }
            .accessibilityIdentifier("lazy.line")
            .frame(height: 76)
        }
    }
}

/// Ten thousand tiles, in as many columns as fit.
private struct LazyTiles: View {
    var body: some View {
        ScrollViewReader { proxy in
            HStack(spacing: 12) {
                Button("Tile 5,003") { proxy.scrollTo(5_003, anchor: .top) }.accessibilityIdentifier("lazy.to5003")
                Button("Last tile") { proxy.scrollTo(9_999, anchor: .bottom) }.accessibilityIdentifier("lazy.lastTile")
            }
            ScrollView {
                LazyVGrid(columns: [GridItem(.adaptive(minimum: 72), spacing: 6)], spacing: 6) {
                    ForEach(0..<10_000, id: \.self) { tile in
                        Text("\(tile)").font(.footnote)
                            .frame(maxWidth: .infinity).frame(height: 44)
                            .background(Color(hue: Double(tile % 100) / 100, saturation: 0.2, brightness: 0.95))
                            .foregroundStyle(.black)
                            .accessibilityIdentifier("lazy.tile\(tile)")
                    }
                }
            }
            .accessibilityIdentifier("lazy.tiles")
            .frame(height: 240)
        }
    }
}

/// A list that would be longer than a browser can draw.
private struct MillionRows: View {
    var body: some View {
        ScrollViewReader { proxy in
            HStack(spacing: 12) {
                Button("Row 654,321") { proxy.scrollTo(654_321, anchor: .center) }.accessibilityIdentifier("million.to654321")
                Button("Last row") { proxy.scrollTo(999_999, anchor: .bottom) }.accessibilityIdentifier("million.last")
            }
            List(0..<1_000_000, id: \.self) { row in
                Text(verbatim: "Row \(row)")
            }
            .alternatingRowBackgrounds()
            .accessibilityIdentifier("million.list")
            .frame(height: 300)
        }
    }
}
