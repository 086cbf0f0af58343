public import Foundation

extension Color {
    /// Creates a color from an asset catalog, which may have a version for dark appearance. If
    /// there is no color with the name, it is clear, and a warning is logged.
    ///
    /// - Parameters:
    ///   - name: The name of the color in the catalog.
    ///   - bundle: The bundle with the catalog; nil for the app's.
    public init(_ name: String, bundle: Bundle? = nil) {
        self = AssetCatalog.color(name, in: bundle?.resourceURL) ?? .clear
    }

    /// Creates a color from an asset catalog.
    public init(_ resource: ColorResource) { self.init(resource.name, bundle: resource.bundle) }

    /// Creates a color with a version for each appearance.
    init(light: ColorComponents, dark: ColorComponents) {
        self.init(.primary)
        base = .adaptive(light: light, dark: dark)
    }
}

/// The name of a color in an asset catalog.
public struct ColorResource: Hashable, Sendable {
    fileprivate let name: String
    fileprivate let bundle: Bundle

    /// Creates the name of a color in the asset catalogs of a bundle.
    public init(name: String, bundle: Bundle) {
        self.name = name
        self.bundle = bundle
    }
}
