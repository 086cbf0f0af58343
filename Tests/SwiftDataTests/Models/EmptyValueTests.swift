import Foundation
import SwiftData
import Testing

private enum ShipmentShape: Codable, Equatable {
    case round(radius: Double)
    case box(Int, name: String)
}

private indirect enum ShipmentTree: Codable, Equatable {
    case node(ShipmentTree, ShipmentTree)
    case leaf(Int)
}

/// An initializer that refuses empty values.
private struct ShipmentMail: Codable, Equatable {
    var text: String
    init(_ text: String) { self.text = text }
    init(from decoder: any Decoder) throws {
        text = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .text)
        guard text.contains("@") else { throw CocoaError(.coderInvalidValue) }
    }
}

/// An enumeration whose own coding refuses empty values.
private enum ShipmentCode: Codable, Equatable {
    case number(Int)
    init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let number = Int(text) else { throw CocoaError(.coderInvalidValue) }
        self = .number(number)
    }
    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        if case .number(let number) = self { try container.encode("\(number)") }
    }
}

private struct ShipmentLabel: Codable {
    var code: ShipmentCode
    var text: String
}

@Model private final class Shipment {
    var title: String
    var shape: ShipmentShape
    var tree: ShipmentTree
    var mail: ShipmentMail
    var code = ShipmentCode.number(7)
    var other: ShipmentCode?
    var shapeName: String { if case .box(_, let name) = shape { name } else { "round" } }

    init(_ title: String) {
        self.title = title
        shape = .box(1, name: "n")
        tree = .node(.leaf(1), .leaf(2))
        mail = ShipmentMail("a@b")
    }
}

@Model private final class CodeHolder {
    var code: ShipmentCode
    init(_ code: ShipmentCode) { self.code = code }
}

@Model private final class LabelHolder {
    var label: ShipmentLabel
    init(_ label: ShipmentLabel) { self.label = label }
}

private enum OldForms {
    enum Form: Codable, Equatable { case circle(Double) }
    @Model final class Drawing {
        var form: Form
        init(_ form: Form) { self.form = form }
    }
}

private enum NewForms {
    enum Form: Codable, Equatable {
        case round(Double)
        case square(Int)
    }
    @Model final class Drawing {
        var form: Form
        init(_ form: Form) { self.form = form }
    }
}

/// Properties whose row is gone, or holds what their type no longer accepts.
@Suite struct EmptyValueTests {
    @Test func `a case that was renamed reads as the first case with empty payloads`() throws {
        let folder = try StoreFolder()
        do {
            let context = ModelContext(
                try ModelContainer(for: OldForms.Drawing.self, configurations: ModelConfiguration(url: folder.store)))
            context.insert(OldForms.Drawing(.circle(3)))
            try context.save()
        }
        let container = try ModelContainer(for: NewForms.Drawing.self, configurations: ModelConfiguration(url: folder.store))
        #expect(try refReload(NewForms.Drawing.self, container).form == .round(0))
    }

    @Test func `a model that was deleted before it was read has empty values`() throws {
        let container = try refContainer(Shipment.self)
        let (context, other) = (ModelContext(container), ModelContext(container))
        let parcel = Shipment("a")
        context.insert(parcel)
        try context.save()
        let shell = try #require(other.model(for: parcel.persistentModelID) as? Shipment)
        context.delete(parcel)
        try context.save()
        check(shell)
        // A row that never was.
        check(try #require(ModelContext(container).model(for: parcel.persistentModelID) as? Shipment))
    }

    private func check(_ shell: Shipment) {
        #expect(shell.title == "")
        #expect(shell.shape == .round(radius: 0))
        #expect(shell.tree == .leaf(0))
        #expect(shell.mail == ShipmentMail(""))
        #expect(shell.code == .number(7))
        #expect(shell.other == nil)
    }

    @Test func `a computed property that reads an enumeration with payloads is no sort key, which throws`() throws {
        let context = ModelContext(try refContainer(Shipment.self))
        #expect(throws: SwiftDataError.unsupportedKeyPath) {
            try context.fetch(FetchDescriptor<Shipment>(sortBy: [SortDescriptor(\.shapeName)]))
        }
    }

    @Test func `a type without an empty value needs a default value, and the error names the property`() throws {
        do {
            _ = try refContainer(CodeHolder.self)
            Issue.record("The container was opened.")
        } catch SwiftDataError.loadIssueModelContainer {
        }
        let error = try #require(throws: SwiftDataError.self) { try refContainer(LabelHolder.self) }
        #expect(error == .loadIssueModelContainer)
        #expect(error.localizedDescription.contains("'LabelHolder.label'"))
        #expect(error.localizedDescription.contains("optional"))
    }
}
