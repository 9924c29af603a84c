import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isSet, type Settings } from '../config.ts';
import { ensureApplicationDatabase } from '../core/db/embedded/application.ts';
import { type EmbeddedPostgres, findRunningPostgres } from '../core/db/embedded/index.ts';
import { explainFileError } from '../core/files/file-error.ts';
import { createLog } from '../core/log.ts';
import packageFile from '../package.json' with { type: 'json' };
import { releaseMemory } from '../release-memory.ts';
import { CommandError } from './command.ts';
import { ConsoleBuilding } from './console-building.ts';
import { createDataDirectory, embeddedDirectory, startDatabase } from './data-directory.ts';
import { DatabaseRestarts } from './database-restarts.ts';
import { findUnknownNames } from './environment-faults.ts';
import { toErrorLine } from './errors.ts';
import { Management } from './management.ts';
import { probePort } from './port.ts';
import { Preparation } from './preparation.ts';
import type { Prepared } from './preparation-messages.ts';
import { findRunningServices, removeRunningFile, writeRunningFile } from './running-file.ts';
import type { StartOutput } from './start-output.ts';
import { Supervisor } from './supervisor.ts';
import { hasTerminal } from './terminal.ts';

/** npm forwards a Ctrl-C that the terminal has already sent to every process. A second signal within this time is ignored. */
const ECHO_MS = 500;
const SPARE_CONNECTIONS = 40;

/** Thrown by a start that a signal interrupts. */
class StartInterruptedError extends Error {}

interface ServiceOptions {
  wantsDemo: boolean;
  /** Whether the document store may belong to another installation, which loses it. */
  takesOverDocuments: boolean;
  /** Whether it may then lack the documents that records refer to. */
  acceptsLostDocuments: boolean;
}

/**
 * Starts, supervises and stops the service. This process lives as long as the service, so it stays small: what needs the code
 * of the product runs in other processes (preparation.ts, supervisor.ts).
 */
export class Service {
  readonly #settings: Settings;
  readonly #options: ServiceOptions;
  readonly #log: Logger;
  readonly #output: StartOutput;
  readonly #end = Promise.withResolvers<Error | undefined>();
  #hasPrintedMessage = false;
  #isStopping = false;
  #stoppingSinceMs = 0;
  /** Ends the draining. Set while it lasts. */
  #draining: AbortController | undefined;
  #embedded: EmbeddedPostgres | undefined;
  /** Ends a start of the database. */
  readonly #databaseStart = new AbortController();
  readonly #databaseRestarts = new DatabaseRestarts();
  #preparation: Preparation | undefined;
  #supervisor: Supervisor | undefined;
  readonly #management: Management;
  readonly #console: ConsoleBuilding;

  constructor(settings: Settings, output: StartOutput, options: ServiceOptions) {
    this.#output = output;
    this.#settings = { ...settings };
    this.#management = new Management(this.#settings);
    this.#options = options;
    this.#log = createLog(settings.logLevel);
    this.#console = new ConsoleBuilding(this.#log);
  }

  /** Runs until a signal. Rejects if the service cannot start or continue. Leaves nothing running in either case. */
  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => this.#onSignal(signal));
    process.on('SIGHUP', hasTerminal() ? () => this.#onSignal('SIGHUP') : () => this.#onHangup());
    try {
      await this.#start();
      const failure = await this.#end.promise;
      if (failure !== undefined) throw failure;
      await this.#drain();
      this.#log.info('stopping after running requests');
    } catch (error) {
      if (!(error instanceof StartInterruptedError)) throw error;
    } finally {
      this.#isStopping = true;
      this.#databaseStart.abort(new StartInterruptedError());
      this.#console.stop();
      this.#management.enter('stopping');
      await this.#preparation?.stop();
      await this.#supervisor?.stop();
      await this.#databaseRestarts.stop();
      await this.#embedded?.stop();
      await this.#management.close();
      if (this.#hasPrintedMessage) await removeRunningFile(this.#settings).catch(() => {});
    }
    this.#log.info('stopped');
  }

  async #start(): Promise<void> {
    const settings = this.#settings;
    if (settings.role !== 'worker') await this.#choosePort();
    await this.#management.listen();
    await createDataDirectory(settings);
    this.#throwIfStopping();
    this.#preparation = new Preparation();
    const databaseUrl = settings.databaseUrl ?? (await this.#startEmbedded());
    this.#throwIfStopping();
    const { databaseRole, serverRoles, masterKey, demo, warnings } = await this.#prepare(
      this.#preparation,
      databaseUrl,
    );
    this.#throwIfStopping();

    const runsTasks = settings.role !== 'api';
    const supervisor = new Supervisor({
      processes: settings.workers,
      optionsOf: (slot) => ({
        settings,
        databaseUrl: this.#embeddedUrl ?? databaseUrl,
        databaseRole,
        serverRoles,
        masterKey,
        servesRequests: settings.role !== 'worker',
        // If the processes also serve requests, only one of them runs tasks.
        runsTasks: runsTasks && (settings.role === 'worker' || slot === 0),
        observesInstallation: slot === 0,
      }),
      log: this.#log,
    });
    this.#supervisor = supervisor;
    this.#management.observe(supervisor);
    this.#output.step(
      settings.workers === 1 ? 'starting 1 process' : `starting ${settings.workers} processes`,
    );
    await Promise.race([
      supervisor.start(),
      this.#end.promise.then((failure) => {
        throw failure ?? new StartInterruptedError();
      }),
    ]);
    releaseMemory();
    this.#management.enter('running');
    const hidden = await this.#announce();
    this.#output.ready(settings, demo, [...findUnknownNames(), ...warnings, ...hidden]);
    this.#hasPrintedMessage = true;
    supervisor.enableLogs();
    if (settings.role !== 'worker') this.#console.begin();
  }

  /**
   * Lets commands find this service. Returns warnings. A service that they do not find serves as well, so a disk of DATA_DIR that is
   * full does not keep one from starting whose database is elsewhere.
   */
  async #announce(): Promise<string[]> {
    const { dataDirectory: path } = this.#settings;
    try {
      await writeRunningFile(this.#settings, packageFile.version);
      return [];
    } catch (error) {
      const explained = explainFileError(error, { path, what: 'the directory', setting: 'DATA_DIR' });
      return [
        `${toErrorLine(explained)} Until the next start, "npx stellwerk status" does not find this service.`,
      ];
    }
  }

  /** A load balancer sends requests until it has asked for the health, so the service must go on serving until then. */
  async #drain(): Promise<void> {
    const { drainSeconds: seconds, role } = this.#settings;
    if (seconds === 0 || role === 'worker') return;
    this.#draining = new AbortController();
    this.#log.info({ seconds }, 'draining, serving on meanwhile');
    this.#management.enter('stopping');
    this.#supervisor?.drain();
    await delay(seconds * 1000, undefined, { signal: this.#draining.signal }).catch(() => {});
    this.#draining = undefined;
  }

  async #choosePort(): Promise<void> {
    const settings = this.#settings;
    const isAnyPort = settings.port === 0;
    try {
      settings.port = await probePort(settings);
    } catch (error) {
      // None during a start.
      const [service] = await findRunningServices(settings.dataDirectory).catch(() => []);
      const isRunning =
        service !== undefined ||
        (settings.databaseUrl === undefined &&
          (await findRunningPostgres(embeddedDirectory(settings))) !== undefined);
      if (!isRunning) throw error;
      const name = service === undefined ? '' : `, process ${service.processId}`;
      throw new CommandError(
        `${toErrorLine(error)} A service is already running on DATA_DIR ${settings.dataDirectory}${name}.`,
      );
    }
    if (isAnyPort && !isSet('PUBLIC_URL')) settings.publicUrl = `http://localhost:${settings.port}`;
  }

  #embeddedUrl: string | undefined;

  async #startEmbedded({ mustExist }: { mustExist?: boolean } = {}): Promise<string> {
    const { workers, databaseConnections, streamConnections, dataDirectory } = this.#settings;
    if (!this.#hasPrintedMessage) this.#output.step('starting the embedded PostgreSQL');
    const connections = Math.max(
      100,
      workers * (databaseConnections + streamConnections + 4) + SPARE_CONNECTIONS,
    );
    const embedded = await startDatabase(this.#settings, {
      mustExist,
      signal: this.#databaseStart.signal,
      settings: { max_connections: String(connections) },
      logger: (line) => {
        // Nothing is logged before the start message. A failed start quotes the server's log itself.
        if (this.#hasPrintedMessage) this.#log.info({ postgres: line }, 'database');
      },
    });
    this.#embedded = embedded;
    embedded.onUnexpectedExit((reason) => void this.#restartEmbedded(embedded, reason));
    this.#embeddedUrl = await ensureApplicationDatabase(embedded.url, dataDirectory);
    return this.#embeddedUrl;
  }

  /** Without end: whatever stops the database, such as a full disk, can end at any time. Requests get 503 meanwhile. */
  async #restartEmbedded(exited: EmbeddedPostgres, reason: string): Promise<void> {
    if (this.#isStopping && this.#draining === undefined) return;
    if (!this.#hasPrintedMessage) {
      this.#end.resolve(new CommandError(reason));
      return;
    }
    this.#log.error({ reason }, 'the database exited, restarting it');
    let hasBegun = false;
    await this.#databaseRestarts.run(
      async () => {
        // A failed attempt has already replaced the one that exited.
        if (!hasBegun && this.#embedded !== exited) return;
        hasBegun = true;
        const urlBefore = this.#embeddedUrl;
        // Releases the lock.
        await this.#embedded?.stop();
        const url = await this.#startEmbedded({ mustExist: true });
        if (url !== urlBefore) this.#supervisor?.restart();
        this.#log.info('the database is running again');
      },
      ({ error, delayMs }) => {
        if (error instanceof StartInterruptedError) return;
        this.#log.error({ cause: toErrorLine(error), delayMs }, 'the database could not be started');
      },
    );
  }

  async #prepare(preparation: Preparation, databaseUrl: string): Promise<Prepared> {
    const settings = this.#settings;
    const prepared = await preparation.run({ settings, databaseUrl, ...this.#options }, (what) =>
      this.#output.step(what),
    );
    if (prepared === undefined) throw new StartInterruptedError();
    // The demo delivers webhooks to the visitor's own machine, so it allows private addresses by default.
    if (prepared.demo !== undefined && !isSet('WEBHOOK_ALLOW_PRIVATE')) settings.webhookAllowPrivate = true;
    return prepared;
  }

  #throwIfStopping(): void {
    if (this.#isStopping) throw new StartInterruptedError();
  }

  /** A stop would have the exit code 0, after which supervisors do not start the service again. */
  #onHangup(): void {
    this.#log.warn('SIGHUP has no effect, because the log is standard output and cannot be opened again');
  }

  #onSignal(signal: NodeJS.Signals): void {
    if (!this.#isStopping) {
      this.#isStopping = true;
      this.#stoppingSinceMs = Date.now();
      this.#end.resolve(undefined);
      this.#preparation?.interrupt();
      // While the service drains, the database is still needed.
      if (!this.#hasPrintedMessage) this.#databaseStart.abort(new StartInterruptedError());
      return;
    }
    if (Date.now() - this.#stoppingSinceMs < ECHO_MS) return;
    if (this.#draining !== undefined) {
      this.#stoppingSinceMs = Date.now();
      this.#draining.abort();
      return;
    }
    // A further signal stops without waiting for requests. The database still gets the time it needs to stop.
    this.#log.warn({ signal }, 'stopping immediately');
    this.#stoppingSinceMs = Date.now();
    this.#supervisor?.kill();
    void this.#preparation?.stop();
    const exit = () => process.exit(130);
    if (this.#embedded === undefined) exit();
    else this.#embedded.stop().then(exit, exit);
  }
}
