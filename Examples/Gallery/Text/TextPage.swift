import SwiftUI

/// Text in the fonts and colors of the system.
struct TextPage: View {
    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text("Large title").font(.largeTitle)
            Text("Title").font(.title)
            Text("Headline").font(.headline)
            Text("Body, with a number in the format of the locale: \(1234)")
            Text("Footnote in the secondary style").font(.footnote).foregroundStyle(.secondary)
        }
    }
}
