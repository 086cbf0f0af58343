package import Foundation
internal import StrataTraps

/// An `.xcdatamodeld` folder with its versions, or a lone `.xcdatamodel` as a bundle of one.
package struct ModelBundle: Sendable {
    package var url: URL
    /// The versions, sorted by name with numbers by value: `Model 2` before `Model 10`.
    package var versions: [ModelVersion]
    /// The name of the version that an app uses.
    package var currentVersionName: String

    package init(url: URL, versions: [ModelVersion], currentVersionName: String) {
        require(
            versions.contains { $0.name == currentVersionName },
            "A bundle needs its current version, “\(currentVersionName)”, among its versions.")
        self.url = url
        self.versions = versions
        self.currentVersionName = currentVersionName
    }

    /// The bundle's file name without its extension, by which `NSPersistentContainer(name:)` finds
    /// it.
    package var name: String {
        url.deletingPathExtension().lastPathComponent
    }

    /// Returns the version of a name; nil if there is none.
    package func version(named name: String) -> ModelVersion? {
        versions.first { $0.name == name }
    }

    /// The version that an app uses.
    package var currentVersion: ModelVersion {
        guard let version = version(named: currentVersionName) else {
            trap("The bundle \(name) has lost its current version, “\(currentVersionName)”.")
        }
        return version
    }
}
