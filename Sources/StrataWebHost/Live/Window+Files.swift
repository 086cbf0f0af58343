import StrataViewGraph

// The files and the dropped texts of a window.
extension Window {
    /// The files that the window has received, and those that it offers.
    var files: WindowFiles { graph.files }

    /// Returns whether an element accepts a file, or text that was dropped. Returns nil for an
    /// element that accepts none: only the dialog in which the user chooses files does, and the
    /// destinations of drops.
    ///
    /// - Parameters:
    ///   - name: The name of the file; empty for text.
    ///   - mimeType: The MIME type that the browser reports.
    func accepts(_ name: String, mimeType: String?, in element: Int) -> Bool? {
        guard let element = graph.element(element) else { return nil }
        if case .presentation(.fileImporter(let importer)) = element.content {
            return importer.accepts(name, mimeType: mimeType)
        }
        var drops = element.traits.interaction.drops
        if case .collection(.row(let row)) = element.content, let insertion = row.insertion { drops.append(insertion) }
        return drops.isEmpty ? nil : drops.contains { $0.accepts(name, mimeType: mimeType) }
    }
}
