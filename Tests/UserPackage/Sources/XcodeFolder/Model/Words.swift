import CoreData

@objc public final class Words: NSObject, NSSecureCoding {
    public static var supportsSecureCoding: Bool { true }
    let list: [String]

    init(_ list: [String]) { self.list = list }

    public func encode(with coder: NSCoder) { coder.encode(list.joined(separator: "\n"), forKey: "words") }

    public init?(coder: NSCoder) {
        let text = coder.decodeObject(of: NSString.self, forKey: "words") as String? ?? ""
        list = text.split(separator: "\n").map(String.init)
    }
}

@objc(WordsTransformer)
final class WordsTransformer: ValueTransformer {
    override init() { super.init() }

    override class func transformedValueClass() -> AnyClass { NSData.self }
    override class func allowsReverseTransformation() -> Bool { true }

    override func transformedValue(_ value: Any?) -> Any? {
        (value as? Words).map { Data($0.list.joined(separator: "\n").utf8) }
    }

    override func reverseTransformedValue(_ value: Any?) -> Any? {
        (value as? Data).map { Words(String(decoding: $0, as: UTF8.self).split(separator: "\n").map(String.init)) }
    }

    static func register() {
        ValueTransformer.setValueTransformer(WordsTransformer(), forName: NSValueTransformerName("WordsTransformer"))
    }
}
