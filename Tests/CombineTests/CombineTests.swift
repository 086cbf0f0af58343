import Combine
import Foundation
import Testing

@Suite(.serialized)
struct CombineTests {
    final class Settings: ObservableObject {
        @Published var name = "a"
        @Published var size = 1
    }

    @Test func `a published property and its object publish changes`() {
        let settings = Settings()
        var (names, changes) = ([String](), 0)
        var bag = Set<AnyCancellable>()
        settings.$name.sink { names.append($0) }.store(in: &bag)
        settings.objectWillChange.sink { changes += 1 }.store(in: &bag)
        settings.name = "b"
        #expect(names == ["a", "b"])
        #expect(changes == 1)
    }

    @Test func `combineLatest publishes a pair for each change once both have published`() {
        let (numbers, letters) = (PassthroughSubject<Int, Never>(), PassthroughSubject<String, Never>())
        var pairs: [String] = []
        let subscription = numbers.combineLatest(letters).sink { pairs.append("\($0)\($1)") }
        numbers.send(1)
        #expect(pairs.isEmpty)
        letters.send("a")
        numbers.send(2)
        letters.send("b")
        #expect(pairs == ["1a", "2a", "2b"])
        subscription.cancel()
        numbers.send(3)
        #expect(pairs.count == 3)
    }

    @Test func `combineLatest of three and four publishers makes values of the latest of each`() {
        let settings = Settings()
        let (third, fourth) = (CurrentValueSubject<Bool, Never>(true), CurrentValueSubject<Double, Never>(0.5))
        var (triples, quadruples) = ([String](), [String]())
        var bag = Set<AnyCancellable>()
        settings.$name.combineLatest(settings.$size, third) { "\($0)\($1)\($2)" }.sink { triples.append($0) }.store(in: &bag)
        Publishers.CombineLatest4(settings.$name, settings.$size, third, fourth)
            .map { "\($0)\($1)\($2)\($3)" }.sink { quadruples.append($0) }.store(in: &bag)
        third.send(false)
        settings.size = 2
        #expect(triples == ["a1true", "a1false", "a2false"])
        fourth.send(1)
        #expect(quadruples == ["a1true0.5", "a1false0.5", "a2false0.5", "a2false1.0"])
    }

    @Test func `combineLatest finishes when both have finished`() {
        let (first, second) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(2))
        var isFinished = false
        let subscription = first.combineLatest(second).sink(receiveCompletion: { _ in isFinished = true }) { _ in }
        first.send(completion: .finished)
        #expect(!isFinished)
        second.send(completion: .finished)
        #expect(isFinished)
        subscription.cancel()
    }

    @Test func `combineLatest fails at once when one publisher fails`() {
        struct Failure: Error {}
        let (first, second) = (PassthroughSubject<Int, any Error>(), PassthroughSubject<Int, any Error>())
        var isFailed = false
        let subscription = first.combineLatest(second).sink {
            if case .failure(_ as Failure) = $0 { isFailed = true }
        } receiveValue: { _ in
        }
        second.send(completion: .failure(Failure()))
        #expect(isFailed)
        subscription.cancel()
    }

    @Test func `combineLatest delivers the latest pair when a subscriber asks again`() {
        let (first, second) = (CurrentValueSubject<Int, Never>(1), CurrentValueSubject<Int, Never>(1))
        let subscriber = Slow()
        first.combineLatest(second).subscribe(subscriber)
        #expect(subscriber.sums.isEmpty)
        subscriber.subscription?.request(.max(1))
        #expect(subscriber.sums == [2])
        first.send(10)
        second.send(10)
        #expect(subscriber.sums == [2])
        subscriber.subscription?.request(.max(2))
        #expect(subscriber.sums.last == 20)
        subscriber.subscription?.cancel()
    }

    final class Slow: Subscriber {
        var subscription: (any Subscription)?
        var sums: [Int] = []

        func receive(subscription: any Subscription) { self.subscription = subscription }
        func receive(_ input: (Int, Int)) -> Subscribers.Demand {
            sums.append(input.0 + input.1)
            return .none
        }
        func receive(completion: Subscribers.Completion<Never>) {}
    }

    @Test func `combineLatest of subjects on two threads publishes each thread's last element`() async {
        let (first, second) = (CurrentValueSubject<Int, Never>(0), CurrentValueSubject<Int, Never>(0))
        nonisolated(unsafe) var last = (0, 0)
        let subscription = first.combineLatest(second).sink { last = $0 }
        nonisolated(unsafe) let (a, b) = (first, second)
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for number in 1...2_000 { a.send(number) } }
            group.addTask { for number in 1...2_000 { b.send(number) } }
        }
        #expect(last == (2_000, 2_000))
        subscription.cancel()
    }

    @Test func `merge publishes the elements of all, and finishes after the last`() {
        let subjects = (0..<4).map { _ in PassthroughSubject<Int, Never>() }
        var (merged, of3, many) = ([Int](), [Int](), [Int]())
        var completions = 0
        var bag = Set<AnyCancellable>()
        subjects[0].merge(with: subjects[1]).sink { merged.append($0) }.store(in: &bag)
        subjects[0].map { $0 * 10 }.merge(with: subjects[1], Just(7)).sink { of3.append($0) }.store(in: &bag)
        Publishers.MergeMany(subjects).sink(receiveCompletion: { _ in completions += 1 }) { many.append($0) }.store(in: &bag)
        for (number, subject) in subjects.enumerated() { subject.send(number + 1) }
        #expect(merged == [1, 2])
        #expect(of3 == [7, 10, 2])
        #expect(many == [1, 2, 3, 4])
        for subject in subjects.dropLast() { subject.send(completion: .finished) }
        #expect(completions == 0)
        subjects[3].send(completion: .finished)
        #expect(completions == 1)
    }

    @Test func `merge takes up to eight publishers`() {
        let one = Just(1)
        var elements: [Int] = []
        let subscription = one.merge(with: Just(2).map { $0 }, Just(3), Just(4), Just(5), Just(6), Just(7), Just(8))
            .sink { elements.append($0) }
        #expect(elements == Array(1...8))
        subscription.cancel()
    }

    @Test func `a file that imports Foundation and Combine has the publisher of a session`() throws {
        var request = URLRequest(url: try #require(URL(string: "https://example.com/feed")))
        request.httpMethod = "POST"
        let publisher = URLSession.shared.dataTaskPublisher(for: request)
        #expect(publisher.request == request)
        let decoded: AnyPublisher<[Int], any Error> = publisher.map(\.data).decode(type: [Int].self, decoder: JSONDecoder())
            .eraseToAnyPublisher()
        #expect("\(type(of: decoded).Output.self)" == "Array<Int>")
    }
}
