import SwiftUI

/// Settings, which all windows share and which are there after a restart.
struct StoragePage: View {
    @AppStorage("storage.name") private var name = ""
    @AppStorage("storage.shade") private var shade = Shade.green

    enum Shade: String, CaseIterable { case red, green, blue }

    var body: some View {
        VStack(alignment: .leading, spacing: 10) {
            TextField("Your name", text: $name).accessibilityIdentifier("storage.name")
            Picker("Shade", selection: $shade) {
                ForEach(Shade.allCases, id: \.self) { Text($0.rawValue.capitalized) }
            }
            .pickerStyle(.segmented)
            .accessibilityIdentifier("storage.shade")
            Text(name.isEmpty ? "Hello." : "Hello, \(name).")
                .foregroundStyle(color)
                .accessibilityIdentifier("storage.greeting")
            CountView()
            if let other = UserDefaults(suiteName: "gallery.other") {
                GroupBox("In another store") { CountView() }.defaultAppStorage(other)
            }
            HStack {
                Button("Count in a task") {
                    Task.detached { count(1) }
                }
                .accessibilityIdentifier("storage.task")
                Button("Forget all", role: .destructive) {
                    for key in ["storage.name", "storage.shade", "storage.count"] {
                        UserDefaults.standard.removeObject(forKey: key)
                    }
                }
                .accessibilityIdentifier("storage.forget")
            }
        }
    }

    private var color: Color {
        switch shade {
        case .red: .red
        case .green: .green
        case .blue: .blue
        }
    }
}

/// Code that knows no views.
private func count(_ step: Int) {
    UserDefaults.standard.set(UserDefaults.standard.integer(forKey: "storage.count") + step, forKey: "storage.count")
}

private struct CountView: View {
    @AppStorage("storage.count") private var count = 0

    var body: some View {
        Stepper("Counted to \(count)", value: $count.animation())
    }
}
