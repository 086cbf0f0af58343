@testable import CoreData
import Foundation
import Glibc
import StrataTestSupport
import Testing

/// The order of blocks on the queues of contexts, and queues that wait for each other.
@Suite struct ContextQueueTests {
    private struct Stop: Error {}

    /// A context's queue, and a value that only blocks on it use.
    // Safe to share: the value is used by one block at a time.
    private final class Node: @unchecked Sendable {
        let queue: ContextQueue
        let parent: Node?
        var blocks: [Int] = []
        private var isInUse = false
        private var uses = 0

        init(_ parent: Node? = nil, queue: ContextQueue = ContextQueue(.privateQueueConcurrencyType)) {
            (self.parent, self.queue) = (parent, queue)
            if let parent { queue.setParent(parent.queue) }
        }

        func use() {
            precondition(queue.isCurrent && !isInUse)
            isInUse = true
            uses += 1
            isInUse = false
        }
    }

    @Test func `blocks run in the order in which they were added`() {
        let node = Node()
        for number in 0..<1000 {
            node.queue.async { node.blocks.append(number) }
            if number % 100 == 0 { node.queue.sync { #expect(node.blocks == Array(0...number)) } }
        }
        node.queue.sync { #expect(node.blocks == Array(0..<1000)) }
    }

    @Test func `code that two queues wait for is on both of them`() {
        let (first, second) = (Node(), Node())
        first.queue.sync {
            second.queue.sync {
                #expect(first.queue.isCurrent)
                #expect(second.queue.isCurrent)
                first.queue.sync { first.use() }
            }
            #expect(!second.queue.isCurrent)
        }
        #expect(!first.queue.isCurrent)
    }

    @Test func `a block that runs on the thread of other code returns its result to its own`() {
        let parent = Node()
        let child = Node(parent)
        let (hasBegun, hasEnded) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        parent.queue.sync {
            child.queue.async {
                hasBegun.signal()
                #expect(parent.queue.sync { child.queue.isCurrent && parent.queue.isCurrent })
                #expect(throws: Stop.self) { try parent.queue.sync { throw Stop() } }
                hasEnded.signal()
            }
            hasBegun.wait()
            child.queue.sync { #expect(hasEnded.wait(timeout: .now()) == .success) }
        }
    }

    /// Blocks on all queues of two trees, which enter queues below and above them.
    @Test func `no nesting of blocks makes queues wait for each other`() async {
        await #expect(processExitsWith: .success) {
            // Ends a process that hangs.
            alarm(60)
            let main = Node(queue: .mainQueue)
            let (child, root) = (Node(main), Node())
            let grandchild = Node(child)
            let nodes = [main, child, Node(main), grandchild, Node(child), Node(grandchild), root, Node(root), Node(root)]
            let threads = DispatchGroup()
            for seed in 0..<4 {
                threads.enter()
                Thread.detachNewThread {
                    var generator = SeededGenerator(seed: UInt64(seed))
                    for _ in 0..<500 {
                        let (node, seed) = (nodes.randomElement(using: &generator)!, generator.next())
                        let work: @Sendable () -> Void = {
                            var generator = SeededGenerator(seed: seed)
                            ContextQueueTests.work(on: node, nodes, 3, &generator)
                        }
                        if seed % 4 == 0 { node.queue.async(work) } else { node.queue.sync(work) }
                    }
                    threads.leave()
                }
            }
            await withCheckedContinuation { done in threads.notify(queue: .global()) { done.resume() } }
        }
    }

    private static func work(on node: Node, _ nodes: [Node], _ depth: Int, _ generator: inout SeededGenerator) {
        node.use()
        for _ in 0..<3 where depth > 0 {
            let isUp = Bool.random(using: &generator)
            guard let next = isUp ? node.parent : nodes.randomElement(using: &generator) else { continue }
            next.queue.sync { work(on: next, nodes, depth - 1, &generator) }
            node.use()
        }
    }
}
