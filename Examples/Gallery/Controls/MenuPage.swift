import SwiftUI

/// Menus, and the last choice in them.
struct MenuPage: View {
    @State private var chosen = "nothing"
    @State private var isOn = false
    @State private var size = 1
    @State private var count = 0

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Flow(minimum: 130) {
                Menu("Actions") {
                    Button("Copy") { chosen = "copy" }.accessibilityIdentifier("menu.copy")
                    Button("Paste") { chosen = "paste" }
                    Menu("More") {
                        Button("Print") { chosen = "print" }.accessibilityIdentifier("menu.print")
                        Button("Export") { chosen = "export" }
                    }
                    Divider()
                    Toggle("Grid", isOn: $isOn)
                    Section("Size") {
                        Picker("Size", selection: $size) {
                            Text("Small").tag(0)
                            Text("Medium").tag(1)
                            Text("Large").tag(2)
                        }
                    }
                    Divider()
                    Button("Delete", role: .destructive) { chosen = "delete" }
                    Button("Disabled") { chosen = "disabled" }.disabled(true)
                }
                .accessibilityIdentifier("menu.actions")
                Menu("Bordered") { Button("One") { chosen = "one" } }.buttonStyle(.bordered)
                Menu("Add") {
                    Button("Add many") { chosen = "many" }
                } primaryAction: {
                    chosen = "added"
                }
            }
            ControlGroup("Alignment") {
                Button("Left") { chosen = "left" }
                Button("Center") { chosen = "center" }
                Button("Right") { chosen = "right" }
            }
            Flow(minimum: 130) {
                Menu("Without a border") { Button("Two") { chosen = "two" } }.menuStyle(.borderlessButton)
                Menu("With a sign") { Button("Four") { chosen = "four" } }.buttonStyle(.bordered).menuIndicator(.visible)
                Menu("As a button") { Button("Three") { chosen = "three" } }.menuStyle(.button)
                ControlGroup("More") {
                    Button("Cut") { chosen = "cut" }
                    Button("Merge") { chosen = "merge" }
                }
                .controlGroupStyle(.menu)
                Menu("Palette") {
                    ControlGroup("Mood", systemImage: "face.smiling") {
                        Button("Calm") { chosen = "calm" }
                        Button("Wild") { chosen = "wild" }
                    }
                    .controlGroupStyle(.palette)
                    Button("None") { chosen = "no mood" }
                }
                .accessibilityIdentifier("menu.palette")
                ControlGroup("Compact") {
                    Button("Bold") { chosen = "bold" }
                    Button("Italic") { chosen = "italic" }
                }
                .controlGroupStyle(.compactMenu)
                .accessibilityIdentifier("menu.compact")
                Menu("Count") {
                    Button("More") { count += 1 }.menuActionDismissBehavior(.disabled).accessibilityIdentifier("menu.more")
                    Button("Reset") { count = 0 }.accessibilityIdentifier("menu.reset")
                }
                .accessibilityIdentifier("menu.count")
            }
            Text("Counted \(count)").foregroundStyle(.secondary).accessibilityIdentifier("menu.counted")
            Text("\(chosen), grid \(isOn ? "on" : "off"), size \(size)")
                .foregroundStyle(.secondary)
                .accessibilityIdentifier("menu.state")
            // At the bottom of the window, where a menu opens above its button.
            Spacer().frame(height: 300)
            Menu("Nearest first") {
                Button("First") { chosen = "first" }.accessibilityIdentifier("menu.first")
                Section("Others") {
                    Button("Second") { chosen = "second" }.accessibilityIdentifier("menu.second")
                    Button("Third") { chosen = "third" }.accessibilityIdentifier("menu.third")
                }
            }
            .menuOrder(.priority)
            .accessibilityIdentifier("menu.order")
        }
    }
}
