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
        .testTarget(
            name: "TripsTests",
            dependencies: ["Trips", .product(name: "ViewTesting", package: "strata")]),
    ]
)
