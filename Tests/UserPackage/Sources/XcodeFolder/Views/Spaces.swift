import SwiftUI

struct ParentView: View {
    @Namespace var namespace
    let id = "1"

    var body: some View {
        VStack {
            Rectangle().frame(width: 200, height: 200)
                .matchedGeometryEffect(id: id, in: namespace)
            SubView(namespace: namespace, id: id)
        }
    }
}

struct SubView: View {
    let namespace: Namespace.ID
    let id: String

    var body: some View {
        Rectangle()
            .matchedGeometryEffect(id: id, in: namespace, properties: .size, isSource: false)
    }
}

struct OverlappingView: View {
    @Namespace private var namespace

    var body: some View {
        VStack {
            Rectangle()
                .matchedGeometryEffect(id: "111", in: namespace)
            Rectangle().fill(.red)
                .matchedGeometryEffect(id: "111", in: namespace, properties: .position, isSource: false)
            Rectangle().fill(.blue)
                .matchedGeometryEffect(id: "111", in: namespace, properties: .position, isSource: false)
        }
    }
}

struct SheetView: View {
    @Namespace var namespace
    @State var show = false

    var body: some View {
        NavigationStack {
            VStack {
                Button("Show") {
                    show.toggle()
                }
                .sheet(isPresented: $show) {
                    VStack {
                        Text("shown")
                        Rectangle()
                            .fill(.cyan)
                            .matchedGeometryEffect(id: "1", in: namespace, properties: .size, isSource: false)
                    }
                    .frame(width: 300, height: 300)
                }
                Rectangle().fill(.orange).frame(width: 100, height: 200).matchedGeometryEffect(id: "1", in: namespace)
            }
        }
    }
}

struct NaviTest: View {
    @Namespace var namespace
    @State var show = false

    var body: some View {
        VStack {
            Button("Show") {
                show.toggle()
            }
            .sheet(isPresented: $show) {
                VStack {
                    Rectangle()
                        .fill(.cyan)
                        .matchedGeometryEffect(id: "1", in: namespace, properties: .size, isSource: false)
                }
                .frame(width: 300, height: 300)
            }
            Rectangle().fill(.orange).frame(width: 100, height: 200).matchedGeometryEffect(id: "1", in: namespace)
        }
    }
}

struct LoginView: View {
    @Namespace private var namespace
    @State private var email = ""
    @State private var password = ""
    @State private var message = "logged out"

    var body: some View {
        VStack {
            TextField("email", text: $email)
                .prefersDefaultFocus(true, in: namespace)
            SecureField("password", text: $password)
            Button("login") {
                message = "\(email) \(password.count)"
            }
            Text(message)
        }
        .focusScope(namespace)
    }
}

struct Trend: Identifiable {
    let id: Int
    let message: String
    let count: Int
    let isPositive: Bool
}

struct TrendView: View {
    let trend: Trend

    var body: some View { Text("\(trend.message) \(trend.count)") }
}

struct TrendsView: View {
    let trends: [Trend]
    @Namespace private var customRotorNamespace
    @Namespace private var countSpace

    var body: some View {
        VStack {
            ScrollViewReader { scrollView in
                List {
                    ForEach(trends, id: \.id) { trend in
                        TrendView(trend: trend)
                            .accessibilityRotorEntry(id: trend.id, in: customRotorNamespace)
                            .accessibilityRotorEntry(id: trend.id, in: countSpace)
                            .id(trend.id)
                    }
                }
                .accessibilityRotor("Negative trends") {
                    ForEach(trends, id: \.id) { trend in
                        if !trend.isPositive {
                            AccessibilityRotorEntry(trend.message, trend.id, in: customRotorNamespace) {
                                scrollView.scrollTo(trend.id)
                            }
                        }
                    }
                }
                .accessibilityRotor("Count") {
                    ForEach(trends, id: \.id) { trend in
                        if trend.count % 2 == 0 {
                            AccessibilityRotorEntry("\(trend.count)", trend.id, in: countSpace) {
                                scrollView.scrollTo(trend.id)
                            }
                        }
                    }
                }
            }
        }
    }
}
