// swift-tools-version: 6.2
import PackageDescription

// A package of its own, with the manifest of an app that uses SwiftData.

let package = Package(
    name: "Trips",
    dependencies: [
        .package(name: "strata", path: "../..", traits: ["SwiftData"])
    ],
    targets: [
        .executableTarget(
            name: "Trips",
            dependencies: [
                .product(name: "SwiftData", package: "strata"),
                .product(name: "SwiftUI", package: "strata"),
            ],
            resources: [.copy("Resources/trips.json")]),
        // A data store of the app's own: a folder of JSON files that people edit while the app shows them.
        .executableTarget(
            name: "Shelf",
            dependencies: [
                .product(name: "SwiftData", package: "strata"),
                .product(name: "SwiftUI", package: "strata"),
            ]),
        .testTarget(
            name: "ShelfTests",
            dependencies: ["Shelf", .product(name: "ViewTesting", package: "strata")]),
        .testTarget(
            name: "TripsTests",
            dependencies: ["Trips", .product(name: "ViewTesting", package: "strata")]),
    ]
)
