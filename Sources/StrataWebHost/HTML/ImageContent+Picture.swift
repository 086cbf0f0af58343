import Foundation
import StrataViewGraph

extension ImageContent {
    /// Whether the picture is stretched between its cap insets.
    var hasCapInsets: Bool {
        guard let insets = resizing?.capInsets, resizing?.mode == .stretch, lightFile != nil else { return false }
        return insets.top + insets.leading + insets.bottom + insets.trailing > 0
    }

    /// The declarations of a picture that is drawn as a mask, as tiles or with cap insets.
    var pictureCSS: [String] {
        guard let address = lightFile?.address else { return [] }
        var rules: [String] = []
        if isTemplate || resizing?.mode == .tile { rules.append("--picture:\(address.cssURL)") }
        if let insets = resizing?.capInsets, hasCapInsets {
            let slices = [insets.top, insets.trailing, insets.bottom, insets.leading].map { Double(max($0, 0)) }
            let pixels = slices.map { "\(Int($0 * (lightFile?.scale ?? 1)))" }.joined(separator: " ")
            rules.append("border-style:solid;border-width:\(slices.map { CGFloat($0).px }.joined(separator: " "))")
            rules.append("border-image:\(address.cssURL) \(pixels) fill")
        }
        return rules
    }

    /// Writes the `img` element, inside a `picture` element if there is a version for the dark
    /// appearance.
    func writePicture(to writer: inout HTMLWriter) {
        guard let file = lightFile else { return }
        var image = HTMLTag("img")
        image["src"] = file.address
        image["srcset"] = srcset(of: lightFiles)
        image["alt"] = ""
        image["draggable"] = "false"
        if case .address = source { image["referrerpolicy"] = "no-referrer" }
        guard !darkFiles.isEmpty else { return writer.open(image) }
        let picture = HTMLTag("picture")
        writer.open(picture)
        var dark = HTMLTag("source")
        dark["media"] = "(prefers-color-scheme: dark)"
        dark["srcset"] = srcset(of: darkFiles) ?? "\(darkFiles[0].address) 1x"
        writer.open(dark)
        writer.open(image)
        writer.close(picture)
    }

    private typealias ServedFile = (address: String, scale: Double)

    private func srcset(of files: [ServedFile]) -> String? {
        // In srcset, a comma or a space inside an address would end the entry.
        guard files.count > 1 || files.contains(where: { $0.scale != 1 }),
            files.allSatisfy({ !$0.address.contains(",") && !$0.address.contains(" ") })
        else { return nil }
        return files.map { "\($0.address) \($0.scale)x" }.joined(separator: ", ")
    }

    private var lightFile: ServedFile? { lightFiles.last ?? darkFiles.last }

    private var lightFiles: [ServedFile] {
        switch source {
        case .asset(let asset): Self.served(asset.light)
        case .address(let address, let scale): [(address, scale)]
        case .picture(let image): ImageFiles.address(of: image).map { [($0, Double(image.scale))] } ?? []
        default: []
        }
    }

    private var darkFiles: [ServedFile] { if case .asset(let asset) = source { Self.served(asset.dark) } else { [] } }

    private static func served(_ files: [ImageAsset.File]) -> [ServedFile] {
        files.compactMap { file in ImageFiles.address(of: file.url).map { ($0, Double(file.scale)) } }
    }
}
