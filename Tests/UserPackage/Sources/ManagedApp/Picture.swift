import Foundation

/// A transformable's class.
final class Picture: NSObject, NSSecureCoding {
    static let supportsSecureCoding = true
    let pixels: Data

    init(pixels: Data) { self.pixels = pixels }
    init?(coder: NSCoder) {
        guard let pixels = coder.decodeObject(of: NSData.self, forKey: "pixels") else { return nil }
        self.pixels = Data(pixels)
    }
    func encode(with coder: NSCoder) { coder.encode(NSData(data: pixels), forKey: "pixels") }
}

enum Mood: String {
    case calm, `default` = "usual", wild
}

typealias Players = Set<Player>
