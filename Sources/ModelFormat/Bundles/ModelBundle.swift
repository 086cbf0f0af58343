package import Foundation
internal import Traps

/// An `.xcdatamodeld` folder with its versions. A lone `.xcdatamodel` is a bundle of one.
package struct ModelBundle: Sendable {
    package var url: URL
    /// In the order of their names, numbers by value: `Model 2` before `Model 10`.
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

    /// The bundle's file name without its extension: what `NSPersistentContainer(name:)` looks for.
    package var name: String {
        url.deletingPathExtension().lastPathComponent
    }

    /// The version of a name.
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
