import SwiftUI
@main enum M { static func main() {} }
