import HTTPTypes
import StrataViewGraph
import StrataWebHost

// In a file of its own: Hummingbird has a type `Environment`, too.

extension EnvironmentValues {
    @Entry var person: String = "no one"
}

struct Greeter: App {
    var body: some Scene { WindowGroup { Greeting() } }
}

struct Greeting: View {
    @Environment(\.person) private var person
    @Environment(\.pageRequest) private var request

    var body: some View {
        Text("Hello, \(person) in \(request?.headers[.init("X-Town")!] ?? "no town")")
        Text("Asked for \(request?.path ?? "") by \(request?.remoteAddress ?? "")")
    }
}
