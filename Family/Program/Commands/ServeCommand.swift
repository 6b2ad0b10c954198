public import ArgumentParser
import CAllocator
import FaceJudge
import FamilyWeb
import Foundation
public import Logging
import PrepServer
import ServiceLifecycle
import TogetherServer
import TrainerContent
import TogetherServer
import TrainerServer
import TrainerStore

/// Serves the game until it is told to end.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the game on this machine, and the judge of faces beside it.",
        discussion: """
            Ctrl-C (SIGINT), SIGTERM and SIGHUP end both within seconds: requests that run are \
            answered first. Everything that was shown as taken is in the database by then.
            """)

    @Option(help: ArgumentHelp("The port on 127.0.0.1; 0 for one that is free.", valueName: "n"))
    var port = 8610

    @Option(
        help: ArgumentHelp(
            "The language of the game: a folder of Content/languages.", valueName: "code"))
    var language = "en"

    @OptionGroup var data: DataOptions
    @OptionGroup var resources: ResourceOptions
    @OptionGroup var scoring: ScoringOptions
    @OptionGroup var lan: LanOptions
    @OptionGroup var operation: OperationOptions
    @OptionGroup var mail: MailOptions
    @OptionGroup var calendars: CalendarOptions

    @Flag(name: .customLong("open"), help: "Open the browser where there is a display.")
    var opensBrowser = false

    @Option(
        help: ArgumentHelp(
            "What is logged to standard error.", valueName: "level"))
    var logLevel = Logger.Level.info

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("A port is 0 to 65535, not \(port).")
        }
    }

    func run() async throws {
        family_limit_kept_memory()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        try await reporting { try await serve() }
    }

    private func serve() async throws {
        let logger = logger("facialfun-family")
        // Pictures of a child's face pass through this process: where they lay, nothing stays.
        if family_overwrite_freed_memory() == 0 {
            logger.warning("This system's C library does not overwrite memory that was freed.")
        }
        let content = try Content(
            folder: try resources.contentFolder(), additions: data.addedFolders()
        ).speaking(language)
        let webFolder = try resources.webFolder()
        let store = try TrainerStore(folder: data.folder, options: .family)
        let judge = try scoring.judge(logger: self.logger("facialfun"))

        let opensBrowser = opensBrowser
        var configuration = TrainerApplication.Configuration(webFolder: webFolder, port: port)
        configuration.secure = try lan.listener(data: data.folder, logger: logger)
        try operation.apply(to: &configuration)
        let prep = try resources.prep(
            data: data.folder, store: store, judge: judge, logger: logger)
        try await prep?.start()
        let together = try resources.together(
            data: data.folder, store: store, prep: prep, mail: mail,
            calendarHosts: calendars.allowedHosts, logger: logger)
        try await together?.start()
        configuration.apps =
            [prep as (any FamilyApp)?, together].compactMap { $0 }
            + (try resources.apps())
        configuration.voice = ServerVoice.installed().map {
            ServerVoice(program: $0, folder: data.folder.appending(path: TrainerStore.speechFolder))
        }
        let application = TrainerApplication(
            configuration: configuration, store: store, content: content, judge: judge,
            logger: logger)
        let game = GameService(application: application) { port in
            let address = "http://localhost:\(port)/"
            Terminal.say("P.E.T. is ready: \(address)   (Ctrl-C ends it)")
            SystemManager.ready()
            if opensBrowser, let problem = Browser.open(address) { Terminal.say(problem) }
        }
        var others: [any Service] = [
            DailyCare(application: application, store: store, folder: data.folder, logger: logger)
        ]
        if let metrics = operation.metricsServer(
            configuration, store: store, judge: judge, logger: logger)
        {
            others.append(metrics)
        }
        var services = ServiceGroupConfiguration(services: [game] + others, logger: logger)
        // On a socket that stays, whoever was let in is given time to ask.
        services.maximumGracefulShutdownDuration = .seconds(configuration.inherited == nil ? 3 : 6)
        let group = ServiceGroup(configuration: services)
        let signals = StopSignals {
            SystemManager.stopping()
            together?.endStreams()
            Task { await group.triggerGracefulShutdown() }
        }
        judge.start()
        let outcome: Result<Void, any Error>
        do {
            try await group.run()
            outcome = .success(())
        } catch {
            outcome = .failure(error)
        }
        await prep?.stop()
        await together?.stop()
        await judge.stop()
        withExtendedLifetime(signals) {}
        do {
            try outcome.get()
        } catch {
            throw explained(error)
        }
        try store.close()
        Terminal.say("P.E.T. has ended.")
    }

    private func logger(_ label: String) -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = logLevel
        return logger
    }

    private func explained(_ error: any Error) -> any Error {
        guard "\(error)".contains("errno: \(EADDRINUSE)") else { return error }
        return Failure(
            "Port \(port) of 127.0.0.1 is taken: does the game run already? Choose another by --port."
        )
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
