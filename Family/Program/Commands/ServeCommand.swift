public import ArgumentParser
import CAllocator
import FaceJudge
import FamilyAccounts
import FamilyMedia
import FamilyWeb
import Foundation
public import Logging
import PrepServer
import ServiceLifecycle
import TogetherServer
import TrainerContent
import TrainerServer
import TrainerStore

/// Serves the game until it is stopped.
struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the game on this machine, and run the scoring service.",
        discussion: """
            Ctrl-C (SIGINT), SIGTERM and SIGHUP stop both within seconds. Running requests are \
            answered first. Every answer that was confirmed to a player is then in the database.
            """)

    @Option(help: ArgumentHelp("The port on 127.0.0.1; 0 for any free port.", valueName: "n"))
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

    @Flag(name: .customLong("open"), help: "Open the browser, if there is a display.")
    var opensBrowser = false

    @Option(
        help: ArgumentHelp(
            "The log level for standard error.", valueName: "level"))
    var logLevel = Logger.Level.info

    @Option(
        help: ArgumentHelp(
            "For tests: log2 of the scrypt cost N for new passwords and PINs.",
            valueName: "n", visibility: .hidden))
    var passwordCost: Int?

    func validate() throws {
        if let passwordCost, !(10...16).contains(passwordCost) {
            throw ValidationError("--password-cost must be 10 to 16, not \(passwordCost).")
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("The port must be 0 to 65535, not \(port).")
        }
    }

    func run() async throws {
        family_limit_kept_memory()
        LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
        try await reporting { try await serve() }
    }

    private func serve() async throws {
        let logger = logger("facialfun-family")
        // Pictures of children's faces pass through this process and must not remain in freed
        // memory.
        if family_overwrite_freed_memory() == 0 {
            logger.warning("This system's C library cannot overwrite freed memory.")
        }
        let content = try Content(
            folder: try resources.contentFolder(), additions: data.addedFolders()
        ).speaking(language)
        let webFolder = try resources.webFolder()
        let store = try TrainerStore(folder: data.folder, options: .family)
        try await store.refuseDamage()
        let judge = try scoring.judge(logger: self.logger("facialfun"))

        let opensBrowser = opensBrowser
        var configuration = TrainerApplication.Configuration(webFolder: webFolder, port: port)
        configuration.secure = try lan.listener(data: data.folder, logger: logger)
        if let passwordCost {
            configuration.passwordCost = PasswordCost(logN: passwordCost)
            logger.warning("Password hashing is too fast for real use (--password-cost).")
        }
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
            Terminal.printLine("P.E.T. is ready: \(address)   (Ctrl-C stops it)")
            SystemManager.ready()
            if opensBrowser, let problem = Browser.open(address) { Terminal.printLine(problem) }
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
        // On an inherited socket, connections that were just accepted get time to send a request.
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
        Terminal.printLine("P.E.T. has stopped.")
    }

    private func logger(_ label: String) -> Logger {
        var logger = Logger(label: label)
        logger.logLevel = logLevel
        return logger
    }

    private func explained(_ error: any Error) -> any Error {
        guard "\(error)".contains("errno: \(EADDRINUSE)") else { return error }
        return Failure(
            "Port \(port) of 127.0.0.1 is in use. Choose another with --port."
        )
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
