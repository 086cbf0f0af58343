import StrataViewTesting
import SwiftUI
import Testing

/// The forms of `NavigationSplitView` that Apple's reference shows.
@MainActor
struct FromReferenceSplitView {
    struct Employee: Identifiable, Hashable {
        let id: Int
        var name: String
    }

    struct Department: Identifiable, Hashable {
        let id: Int
        var name: String
        var employees: [Employee]
    }

    @Observable final class Model {
        var departments = [
            Department(id: 1, name: "Sales", employees: [Employee(id: 11, name: "Ada"), Employee(id: 12, name: "Bo")]),
            Department(id: 2, name: "Design", employees: [Employee(id: 21, name: "Cy")]),
        ]

        var employees: [Employee] { departments.flatMap(\.employees) }
    }

    private struct TwoColumns: View {
        let model: Model
        @State private var employeeIds: Set<Employee.ID> = []

        var body: some View {
            NavigationSplitView {
                List(model.employees, selection: $employeeIds) { employee in
                    Text(employee.name)
                }
            } detail: {
                ForEach(model.employees.filter { employeeIds.contains($0.id) }) { Text("Details for \($0.name)") }
            }
        }
    }

    @Test func `two columns`() throws {
        let model = Model()
        let window = TestWindow(TwoColumns(model: model))
        try window.find(.row, "Bo").select()
        #expect(window.texts.contains("Details for Bo"))
        try window.find(.row, "Cy").toggleSelection()
        #expect(window.texts.contains("Details for Cy"))
        model.departments[0].employees[1].name = "Bob"
        #expect(window.texts.contains("Details for Bob"))
        model.departments[0].employees.removeLast()
        #expect(!window.texts.contains("Details for Bob"))
        #expect(window.texts.contains("Details for Cy"))
    }

    private struct ThreeColumns: View {
        let model: Model
        @State private var departmentId: Department.ID?
        @State private var employeeIds: Set<Employee.ID> = []

        private var department: Department? { model.departments.first { $0.id == departmentId } }

        var body: some View {
            NavigationSplitView {
                List(model.departments, selection: $departmentId) { department in
                    Text(department.name)
                }
            } content: {
                if let department {
                    List(department.employees, selection: $employeeIds) { employee in
                        Text(employee.name)
                    }
                } else {
                    Text("Select a department")
                }
            } detail: {
                Text("\(employeeIds.count) selected")
            }
        }
    }

    @Test func `three columns`() throws {
        let model = Model()
        let window = TestWindow(ThreeColumns(model: model))
        #expect(window.texts.contains("Select a department"))
        #expect(window.texts.contains("0 selected"))
        try window.find(.row, "Design").select()
        #expect(window.texts.contains("Cy"))
        #expect(!window.texts.contains("Select a department"))
        try window.find(.row, "Cy").select()
        #expect(window.texts.contains("1 selected"))
        model.departments[1].employees.append(Employee(id: 22, name: "Di"))
        #expect(window.texts.contains("Di"))
    }
}
