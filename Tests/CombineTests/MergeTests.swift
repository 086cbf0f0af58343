import Combine
import Testing

/// Publishers that merge others, or combine their latest elements.
struct MergeTests {
    private typealias Input = PassthroughSubject<Int, Never>

    /// Checks that a publisher publishes what each of its inputs sends, and finishes when all have.
    private func check<Merged: Publisher>(
        _ count: Int, _ location: SourceLocation = #_sourceLocation, merge: ([Input]) -> Merged
    ) where Merged.Output == Int, Merged.Failure == Never {
        let inputs = (0..<count).map { _ in Input() }
        var (elements, isFinished) = ([Int](), false)
        let subscription = merge(inputs).sink(receiveCompletion: { _ in isFinished = true }) { elements.append($0) }
        for (index, input) in inputs.enumerated() { input.send(index) }
        for (index, input) in inputs.enumerated().reversed() { input.send(index + 10) }
        #expect(elements == Array(0..<count) + (10..<count + 10).reversed(), sourceLocation: location)
        for input in inputs.dropLast() { input.send(completion: .finished) }
        #expect(!isFinished, sourceLocation: location)
        inputs.last?.send(99)
        #expect(elements.last == 99, sourceLocation: location)
        inputs.last?.send(completion: .finished)
        #expect(isFinished, sourceLocation: location)
        subscription.cancel()
    }

    @Test func `merged publishers of one type publish as they send`() {
        check(2) { $0[0].merge(with: $0[1]) }
        check(3) { Publishers.MergeMany($0[0], $0[1]).merge(with: $0[2]) }
        check(5) { Publishers.MergeMany($0) }
    }

    @Test func `merged publishers of two types publish as they send`() {
        check(2) { $0[0].merge(with: $0[1].map { $0 }) }
        check(2) { Publishers.Merge($0[0], $0[1].eraseToAnyPublisher()) }
    }

    @Test func `three to eight merged publishers publish as they send`() {
        check(3) { $0[0].merge(with: $0[1], $0[2]) }
        check(4) { $0[0].merge(with: $0[1], $0[2], $0[3]) }
        check(5) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4]) }
        check(6) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5]) }
        check(7) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6]) }
        check(8) { $0[0].merge(with: $0[1], $0[2], $0[3], $0[4], $0[5], $0[6], $0[7]) }
    }

    @Test func `a merged publisher keeps the publishers that it was made of`() {
        let inputs = (0..<4).map { _ in Input() }
        let merged = Publishers.Merge4(inputs[0], inputs[1], inputs[2], inputs[3])
        #expect(merged.a === inputs[0])
        #expect(merged.d === inputs[3])
    }

    private struct Failure: Error {}

    @Test func `a merged publisher fails when one of its publishers fails`() {
        let (first, second) = (PassthroughSubject<Int, Failure>(), PassthroughSubject<Int, Failure>())
        var (elements, isFailed) = ([Int](), false)
        let subscription = first.merge(with: second.map { $0 * 10 }).sink { completion in
            if case .failure = completion { isFailed = true }
        } receiveValue: {
            elements.append($0)
        }
        first.send(1)
        second.send(1)
        second.send(completion: .failure(Failure()))
        first.send(2)
        #expect(elements == [1, 10])
        #expect(isFailed)
        subscription.cancel()
    }

    @Test func `a cancelled merged publisher publishes nothing more`() {
        let (first, second) = (Input(), Input())
        var elements: [Int] = []
        let subscription = first.merge(with: second).sink { elements.append($0) }
        first.send(1)
        subscription.cancel()
        first.send(2)
        second.send(3)
        #expect(elements == [1])
    }

    @Test func `a closure is called with the latest elements of two publishers`() {
        let (first, second) = (Input(), Input())
        var sums: [Int] = []
        let subscription = first.combineLatest(second) { $0 + $1 }.sink { sums.append($0) }
        first.send(1)
        second.send(10)
        first.send(2)
        second.send(20)
        #expect(sums == [11, 12, 22])
        subscription.cancel()
    }

    @Test func `the latest elements of four publishers are published once all have one`() {
        let inputs = (0..<4).map { CurrentValueSubject<Int, Never>($0) }
        var (tuples, sums) = ([String](), [Int]())
        var bag = Set<AnyCancellable>()
        inputs[0].combineLatest(inputs[1], inputs[2], inputs[3])
            .sink { tuples.append("\($0)\($1)\($2)\($3)") }.store(in: &bag)
        inputs[0].combineLatest(inputs[1], inputs[2], inputs[3]) { $0 + $1 + $2 + $3 }
            .sink { sums.append($0) }.store(in: &bag)
        inputs[3].send(9)
        inputs[0].send(5)
        #expect(tuples == ["0123", "0129", "5129"])
        #expect(sums == [6, 12, 17])
    }
}
