// swift-tools-version: 6.2
import Foundation
import PackageDescription

// A package outside Strata's own, as a user writes one. `make test-models` puts more targets into the folder Prepared:
// the models of others, which this repository does not hold, and these targets again under other compiler settings.

let coreData: Target.Dependency = .product(name: "CoreData", package: "strata")
let modelPlugin: Target.PluginUsage = .plugin(name: "CoreDataModelPlugin", package: "strata")

let prepared = "\(Context.packageDirectory)/Prepared"
let preparedFolders = ((try? FileManager.default.contentsOfDirectory(atPath: "\(prepared)/Models")) ?? []).sorted()
let preparedModels = preparedFolders.filter { $0 != "PreparedModels" }
/// The one target that lists the others; empty where nothing was prepared.
let preparedList = preparedFolders.filter { $0 == "PreparedModels" }

/// The settings under which generated code has to compile without an error or a warning.
let variants: [String: [SwiftSetting]] = [
    "SwiftFive": [.swiftLanguageMode(.v5), .enableExperimentalFeature("StrictConcurrency")],
    "MainActorByDefault": [.defaultIsolation(MainActor.self)],
    "UpcomingFeatures": [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
    ],
]
let preparedVariants = variants.keys.sorted().filter { FileManager.default.fileExists(atPath: "\(prepared)/Variants/\($0)") }

let package = Package(
    name: "UserPackage",
    dependencies: [.package(name: "strata", path: "../..")],
    targets: [
        .target(name: "Features", dependencies: [coreData], plugins: [modelPlugin]),
        .target(name: "Clashes", dependencies: [coreData], plugins: [modelPlugin]),
        .target(name: "Kit", dependencies: [coreData]),
        .target(name: "Guest", dependencies: ["Kit", coreData], plugins: [modelPlugin]),
        .target(name: "RoundTrip", dependencies: [coreData]),
        .executableTarget(
            name: "UserApp",
            dependencies: ["Features", "Guest", "RoundTrip", coreData] + preparedList.map { .target(name: $0) }
        ),
        .testTarget(
            name: "UserPackageTests",
            dependencies: ["Clashes", "Features", "Guest", "RoundTrip", coreData] + preparedList.map { .target(name: $0) }
        ),
    ]
        + preparedModels.map {
            .target(name: $0, dependencies: ["RoundTrip", coreData], path: "Prepared/Models/\($0)", plugins: [modelPlugin])
        }
        + preparedList.map {
            .target(
                name: $0, dependencies: ["RoundTrip"] + preparedModels.map { .target(name: $0) }, path: "Prepared/Models/\($0)")
        }
        + preparedVariants.map {
            .target(
                name: $0, dependencies: [coreData], path: "Prepared/Variants/\($0)", swiftSettings: variants[$0], plugins: [modelPlugin])
        }
)
