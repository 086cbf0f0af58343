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
        case .asset(let asset): served(asset.light)
        case .address(let address, let scale): [(stretched(address), scale)]
        case .picture(let image): ImageFiles.address(of: image).map { [($0, Double(image.scale))] } ?? []
        default: []
        }
    }

    private var darkFiles: [ServedFile] { if case .asset(let asset) = source { served(asset.dark) } else { [] } }

    private func served(_ files: [ImageAsset.File]) -> [ServedFile] {
        files.compactMap { file in ImageFiles.address(of: file.url).map { (stretched($0), Double(file.scale)) } }
    }

    /// Returns the address at which an image fills its box when it is stretched.
    ///
    /// An SVG with a `viewBox` keeps its proportions inside the box, whatever `object-fit` says, unless
    /// its `preserveAspectRatio` is `none`. The fragment sets that, without another version of the
    /// file. The proportions of the `viewBox` still apply to `object-fit: contain` and `cover`. A
    /// browser that does not read such a fragment keeps the proportions.
    private func stretched(_ address: String) -> String {
        guard resizing?.mode == .stretch, Self.isSVG(address) else { return address }
        return address + "#svgView(preserveAspectRatio(none))"
    }

    /// Whether an address has no fragment, and its path ends like that of an SVG or its data are one.
    private static func isSVG(_ address: String) -> Bool {
        guard !address.utf8.contains(UInt8(ascii: "#")) else { return false }
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") }
        return address.hasPrefix("data:image/svg+xml") || String(decoding: path.suffix(4), as: UTF8.self).lowercased() == ".svg"
    }
}
