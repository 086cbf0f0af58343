import Combine
import Foundation
import Testing

struct SchedulerTests {
    @Test func `a dispatch queue receives elements and delays them`() async {
        let queue = DispatchQueue(label: "SchedulerTests")
        // The subject does not finish: if the thread is stopped before the timer of the completion starts,
        // the completion overtakes the element, whose timer is still to be run.
        let values = CurrentValueSubject<Int, Never>(1).receive(on: queue).delay(for: .milliseconds(1), scheduler: queue).values
        #expect(await values.first { _ in true } == 1)
    }

    @Test func `debounce on a dispatch queue publishes the last of a burst`() async {
        let burst = PassthroughSubject<Int, Never>()
        let (elements, continuation) = AsyncStream.makeStream(of: Int.self)
        let subscription = burst.debounce(for: .milliseconds(20), scheduler: DispatchQueue(label: "SchedulerTests"))
            .sink { continuation.yield($0) }
        for number in 1...3 { burst.send(number) }
        #expect(await elements.first { $0 == 3 } == 3)
        subscription.cancel()
    }

    @Test func `an operation queue receives elements`() async {
        let queue = OperationQueue()
        // On a concurrent queue, the completion can overtake an element.
        queue.maxConcurrentOperationCount = 1
        var received: [Int] = []
        for await value in [1, 2].publisher.receive(on: queue).values { received.append(value) }
        #expect(received == [1, 2])
    }

    @Test func `a notification center publishes notifications of a name`() {
        let center = NotificationCenter()
        var texts: [String] = []
        let subscription = center.publisher(for: Notification.Name("Saved")).sink { texts.append($0.object as? String ?? "") }
        center.post(name: Notification.Name("Saved"), object: "a")
        center.post(name: Notification.Name("Deleted"), object: "b")
        #expect(texts == ["a"])
        subscription.cancel()
        center.post(name: Notification.Name("Saved"), object: "c")
        #expect(texts == ["a"])
    }

    @Test func `a timer publishes on a run loop`() {
        var count = 0
        let subscription = Timer.publish(every: 0.001, on: .current, in: .default).autoconnect().prefix(2).sink { _ in count += 1
        }
        let end = ContinuousClock.now + .seconds(600)
        while count < 2, .now < end { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1)) }
        #expect(count == 2)
        subscription.cancel()
    }

    @Test func `a run loop receives elements`() {
        var value = 0
        let subscription = Just(4).receive(on: RunLoop.current).sink { value = $0 }
        let end = ContinuousClock.now + .seconds(600)
        while value == 0, .now < end { _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1)) }
        #expect(value == 4)
        subscription.cancel()
    }

    @Test func `elements are encoded and decoded as JSON`() {
        var decoded: [Int]?
        let subscription = Just([1, 2]).encode(encoder: JSONEncoder()).decode(type: [Int].self, decoder: JSONDecoder())
            .sink { _ in
            } receiveValue: {
                decoded = $0
            }
        #expect(decoded == [1, 2])
        subscription.cancel()
    }
}
