import OSLog
import Testing

@testable import StrataOSLogOverlay

struct LoggerTests {
    private let recorder = Recorder()

    @Test func `each method logs at its level`() {
        let logger = Logger(recorder.log())
        logger.trace("a")
        logger.debug("b")
        logger.info("c")
        logger.notice("d")
        logger.log("e")
        logger.warning("f")
        logger.error("g")
        logger.critical("h")
        logger.fault("i")
        #expect(
            recorder.lines.map { $0.replacing(" OSLogTests", with: "") } == [
                "trace a", "debug b", "info c", "notice d", "notice e", "warning f", "error g", "critical h", "critical i",
            ])
    }

    @Test(arguments: [
        (OSLogType.debug, "debug"), (.info, "info"), (.default, "notice"), (.error, "error"), (.fault, "critical"),
    ])
    func `a type is a level`(type: OSLogType, level: String) {
        Logger(recorder.log()).log(level: type, "a")
        #expect(recorder.lines == ["\(level) a OSLogTests"])
    }

    @Test func `a message is made only where its level is written`() {
        var isMade = false
        func value() -> String {
            isMade = true
            return ""
        }
        let logger = Logger(recorder.log(from: .error))
        logger.warning("\(value(), privacy: .public)")
        #expect(!isMade)
        #expect(recorder.lines.isEmpty)
        logger.error("\(value(), privacy: .public)")
        #expect(isMade)
    }

    @Test func `a disabled log writes nothing`() {
        #expect(!OSLog.disabled.isEnabled(type: .fault))
        Logger(.disabled).fault("a")
    }

    @Test func `a log is enabled from its logger's level on`() {
        let log = recorder.log(from: .notice)
        #expect(!log.isEnabled(type: .info))
        #expect(log.isEnabled(type: .default))
    }

    @Test func `a logger's label has its subsystem and category`() {
        #expect(OSLog(subsystem: "org.example", category: "import").label == "org.example:import")
    }

    @Test func `a logger made from a log writes to that log`() {
        let log = recorder.log()
        Logger().debug("not in the log")
        Logger(subsystem: "org.example", category: "tests").debug("not in the log")
        Logger(log).error("a")
        os_log("b", log: log, type: .error)
        #expect(recorder.lines == ["error a OSLogTests", "error b OSLogTests"])
    }
}
