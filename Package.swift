// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: warnings are errors, imports are explicit.
let swiftSettings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-cross-module-optimization"], .when(configuration: .release)),
]

func module(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .target(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

func program(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .executableTarget(
    name: name, dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: dependencies, exclude: exclude, swiftSettings: swiftSettings)
}

let package = Package(
  name: "mamaudit",
  products: [
    .executable(name: "mamaudit", targets: ["mamaudit"]),
    .executable(name: "mamaudit-bench", targets: ["mamaudit-bench"]),
    .library(name: "MAMEvents", targets: ["MAMEvents"]),
    .library(name: "Compliance", targets: ["Compliance"]),
    .library(name: "Postgres", targets: ["Postgres"]),
    .library(name: "AuditStore", targets: ["AuditStore"]),
    .library(name: "Projections", targets: ["Projections"]),
  ],
  targets: [
    .systemLibrary(name: "CLibpq", pkgConfig: "libpq", providers: [.apt(["libpq-dev"])]),
    .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CEmbedded", exclude: ["sample-fleet.ndjson"]),

    module("Hashing", ["CCrypto"]),
    module("Postgres", ["CLibpq"]),
    module("PrivateCluster", ["Postgres"]),
    module("MAMEvents", ["Hashing"]),
    module("Compliance", ["Hashing", "MAMEvents", "PlainText"]),
    module(
      "AuditStore", ["CEmbedded", "Hashing", "MAMEvents", "Postgres"],
      exclude: ["Reporting/reporting-v1.tsv"]),
    module("Projections", ["AuditStore", "Compliance", "MAMEvents", "Postgres"]),
    module("QueryCatalog", ["CEmbedded", "PlainText", "Postgres"]),
    module("PlainText"),
    module("Rendering", ["PlainText"]),
    module("Dashboard", ["PlainText", "Rendering"]),
    module("Interchange", ["Compliance", "MAMEvents"]),
    module("Arguments", ["PlainText"]),
    program(
      "mamaudit",
      [
        "Arguments", "AuditStore", "Compliance", "Dashboard", "Hashing", "Interchange", "MAMEvents",
        "PlainText",
        "Postgres",
        "PrivateCluster",
        "Projections", "QueryCatalog", "Rendering",
      ]),
    module("Workload", ["MAMEvents"]),
    program(
      "mamaudit-bench",
      [
        "Arguments", "AuditStore", "CEmbedded", "MAMEvents", "Postgres", "PrivateCluster", "Projections",
        "Rendering", "Workload",
      ],
      exclude: ["eventsourcing_peer.py"]),

    .target(
      name: "TestSupport",
      dependencies: ["AuditStore", "MAMEvents", "Postgres", "PrivateCluster"],
      path: "Tests/TestSupport",
      exclude: ["browser.py", "cloudevents_check.py", "grafana.py", "ocsf.py", "openmetrics.py"],
      swiftSettings: swiftSettings),
    tests("TestSupport", ["TestSupport"]),
    tests("Hashing", ["Hashing"]),
    tests("Postgres", ["Postgres", "TestSupport"]),
    tests("PrivateCluster", ["Postgres", "PrivateCluster", "TestSupport"]),
    tests("MAMEvents", ["Hashing", "MAMEvents"]),
    tests("Compliance", ["Compliance", "MAMEvents"]),
    tests(
      "AuditStore",
      ["AuditStore", "CEmbedded", "Hashing", "MAMEvents", "Postgres", "TestSupport", "Workload"]),
    tests(
      "Projections",
      [
        "AuditStore", "Compliance", "Hashing", "MAMEvents", "Postgres", "Projections", "TestSupport",
        "Workload",
      ]),
    tests(
      "QueryCatalog",
      ["AuditStore", "CEmbedded", "MAMEvents", "Postgres", "Projections", "QueryCatalog", "TestSupport"]),
    tests("PlainText", ["PlainText"]),
    tests("Rendering", ["PlainText", "Rendering", "TestSupport"]),
    tests("Dashboard", ["Dashboard", "Rendering", "TestSupport"]),
    tests("Interchange", ["Compliance", "Hashing", "Interchange", "MAMEvents", "TestSupport"]),
    tests("Arguments", ["Arguments"]),
    tests(
      "CommandLine",
      [
        "AuditStore", "Compliance", "Hashing", "MAMEvents", "Postgres", "PrivateCluster", "QueryCatalog",
        "TestSupport", "Workload",
        "mamaudit",
      ],
      exclude: ["Goldens"]),
    tests("Bench", ["Arguments", "CEmbedded", "MAMEvents", "Workload", "mamaudit", "mamaudit-bench"]),
  ],
  cLanguageStandard: .c2x
)
