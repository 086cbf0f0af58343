import Testing

@testable import StrataWebHost

/// The silence of a browser, by a clock that the test sets.
struct WindowPeerTests {
    private let start = ContinuousClock.now

    /// Sends a ping every nine seconds, and returns the second of the heartbeat that finds the browser
    /// silent; nil if none of them does.
    private func silence(of peer: WindowPeer, after seconds: Int = 0) -> Int? {
        for second in stride(from: seconds + 9, through: seconds + 90, by: 9) {
            if peer.isSilent(at: start + .seconds(second)) { return second }
            peer.willPing()
        }
        return nil
    }

    @Test func `a browser that does not answer is silent at the first heartbeat after 20 seconds`() {
        #expect(silence(of: WindowPeer(now: start)) == 27)
    }

    @Test func `a browser is heard when its frame arrives`() {
        let peer = WindowPeer(now: start)
        peer.frameArrived(at: start + .seconds(5))
        peer.frameRead(at: start + .seconds(5))
        #expect(!peer.isSilent(at: start + .seconds(24)))
        #expect(silence(of: peer, after: 5) == 32)
    }

    @Test func `a browser whose frames wait for the server is not silent`() {
        let peer = WindowPeer(now: start)
        peer.frameArrived(at: start)
        peer.frameArrived(at: start)
        #expect(silence(of: peer) == nil)
        peer.frameRead(at: start + .seconds(90))
        #expect(silence(of: peer, after: 90) == nil)
        peer.frameRead(at: start + .seconds(180))
        #expect(silence(of: peer, after: 180) == 207)
    }

    @Test func `a browser whose frames were not read for ten minutes is silent`() {
        let peer = WindowPeer(now: start)
        peer.frameArrived(at: start)
        for _ in 1...3 { peer.willPing() }
        #expect(!peer.isSilent(at: start + .seconds(600)))
        #expect(peer.isSilent(at: start + .seconds(601)))
    }

    @Test func `a browser that still sends is silent once nothing reads its frames`() {
        let peer = WindowPeer(now: start)
        peer.frameArrived(at: start)
        peer.willStopReading()
        peer.frameArrived(at: start + .seconds(20))
        #expect(silence(of: peer) == 27)
    }

    @Test func `a browser that was not asked twice is not silent`() {
        let peer = WindowPeer(now: start)
        peer.willPing()
        #expect(!peer.isSilent(at: start + .seconds(3_600)))
        peer.willPing()
        #expect(peer.isSilent(at: start + .seconds(3_600)))
    }
}
