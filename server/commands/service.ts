import type { Logger } from 'pino';
import { KeySet } from '../areas/access/index.ts';
import { isSet, type Settings } from '../config.ts';
import { ensureApplicationDatabase } from '../core/db/embedded/application.ts';
import {
  type EmbeddedPostgres,
  findRunningPostgres,
  startEmbeddedPostgres,
} from '../core/db/embedded/index.ts';
import { migrate } from '../core/db/migrate.ts';
import { createLog } from '../core/log.ts';
import { migrateQueue } from '../core/queue/index.ts';
import { openServices, readMasterKey } from '../open-services.ts';
import packageFile from '../package.json' with { type: 'json' };
import { prepareInstallation } from '../prepare.ts';
import { CommandError } from './command.ts';
import { type DemoAccess, ensureDemo } from './demo.ts';
import { explainDatabaseError, explainMasterKeyError, toErrorLine } from './errors.ts';
import { createDataDirectory, embeddedDirectory } from './installation.ts';
import { probePort } from './port.ts';
import { removeRunningFile, writeRunningFile } from './running-file.ts';
import type { StartOutput } from './start-output.ts';
import { findWarnings } from './start-warnings.ts';
import { Supervisor } from './supervisor.ts';

/** npm forwards a Ctrl-C that the terminal has already sent to every process. A second signal within this time is ignored. */
const ECHO_MS = 500;
/** A database that exits again within this time is not restarted. */
const DATABASE_RESTART_INTERVAL_MS = 10 * 60_000;
const SPARE_CONNECTIONS = 40;

/** Thrown by a start that a signal interrupts. */
class StartInterruptedError extends Error {}

export class Service {
  readonly #settings: Settings;
  readonly #wantsDemo: boolean;
  readonly #log: Logger;
  readonly #output: StartOutput;
  readonly #end = Promise.withResolvers<Error | undefined>();
  #hasPrintedMessage = false;
  #isStopping = false;
  #stoppingSinceMs = 0;
  #embedded: EmbeddedPostgres | undefined;
  #databaseExitedAtMs = -Infinity;
  #supervisor: Supervisor | undefined;

  constructor(settings: Settings, output: StartOutput, wantsDemo: boolean) {
    this.#output = output;
    this.#settings = { ...settings };
    this.#wantsDemo = wantsDemo && settings.role !== 'worker';
    this.#log = createLog(settings.logLevel);
  }

  /** Runs until a signal. Rejects if the service cannot start or continue. Leaves nothing running in either case. */
  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#onSignal(signal));
    // The reader of the log can disappear, as in a pipe to head. The service must continue.
    process.stdout.on('error', () => {});
    try {
      await this.#start();
      const failure = await this.#end.promise;
      if (failure !== undefined) throw failure;
      this.#log.info('stopping after running requests');
    } catch (error) {
      if (!(error instanceof StartInterruptedError)) throw error;
    } finally {
      this.#isStopping = true;
      await this.#supervisor?.stop();
      await this.#embedded?.stop();
      if (this.#hasPrintedMessage) await removeRunningFile(this.#settings).catch(() => {});
    }
    this.#log.info('stopped');
  }

  async #start(): Promise<void> {
    const settings = this.#settings;
    if (settings.role !== 'worker') await this.#choosePort();
    await createDataDirectory(settings);
    this.#throwIfStopping();
    const databaseUrl = settings.databaseUrl ?? (await this.#startEmbedded());
    this.#throwIfStopping();
    this.#output.step('migrating the database');
    const { role } = await this.#explainingDatabaseErrors(() => migrate(databaseUrl));
    await this.#explainingDatabaseErrors(() => migrateQueue({ databaseUrl, databaseRole: role }));
    this.#throwIfStopping();
    const { masterKey, demo, warnings } = await this.#prepare(databaseUrl, role);
    this.#throwIfStopping();

    const runsTasks = settings.role !== 'api';
    const supervisor = new Supervisor({
      processes: settings.workers,
      optionsOf: (slot) => ({
        settings,
        databaseUrl: this.#embeddedUrl ?? databaseUrl,
        databaseRole: role,
        masterKey: masterKey.toString('hex'),
        servesRequests: settings.role !== 'worker',
        // If the processes also serve requests, only one of them runs tasks.
        runsTasks: runsTasks && (settings.role === 'worker' || slot === 0),
      }),
      log: this.#log,
      onFailure: (error) => this.#end.resolve(error),
    });
    this.#supervisor = supervisor;
    this.#output.step(
      settings.workers === 1 ? 'starting 1 process' : `starting ${settings.workers} processes`,
    );
    await Promise.race([
      supervisor.start(),
      this.#end.promise.then((failure) => {
        throw failure ?? new StartInterruptedError();
      }),
    ]);
    await writeRunningFile(settings, packageFile.version);
    this.#output.ready(settings, demo, warnings);
    this.#hasPrintedMessage = true;
    supervisor.enableLogs();
  }

  async #choosePort(): Promise<void> {
    const settings = this.#settings;
    const isAnyPort = settings.port === 0;
    try {
      settings.port = await probePort(settings);
    } catch (error) {
      const isRunning =
        settings.databaseUrl === undefined &&
        (await findRunningPostgres(embeddedDirectory(settings))) !== undefined;
      throw isRunning
        ? new CommandError(
            `${toErrorLine(error)} A service is already running on DATA_DIR ${settings.dataDirectory}.`,
          )
        : error;
    }
    if (isAnyPort && !isSet('PUBLIC_URL')) settings.publicUrl = `http://localhost:${settings.port}`;
  }

  #embeddedUrl: string | undefined;

  async #startEmbedded(): Promise<string> {
    const { workers, databaseConnections, dataDirectory } = this.#settings;
    if (!this.#hasPrintedMessage) this.#output.step('starting the embedded PostgreSQL');
    const connections = Math.max(100, workers * (databaseConnections + 4) + SPARE_CONNECTIONS);
    this.#embedded = await startEmbeddedPostgres({
      directory: embeddedDirectory(this.#settings),
      settings: { max_connections: String(connections) },
      logger: (line) => {
        // Nothing is logged before the start message. A failed start quotes the server's log itself.
        if (this.#hasPrintedMessage) this.#log.info({ postgres: line }, 'database');
      },
    });
    this.#embedded.onUnexpectedExit((reason) => void this.#restartEmbedded(reason));
    this.#embeddedUrl = await ensureApplicationDatabase(this.#embedded.url, dataDirectory);
    return this.#embeddedUrl;
  }

  async #restartEmbedded(reason: string): Promise<void> {
    if (this.#isStopping) return;
    const isRepeated = Date.now() - this.#databaseExitedAtMs < DATABASE_RESTART_INTERVAL_MS;
    this.#databaseExitedAtMs = Date.now();
    if (isRepeated) {
      this.#end.resolve(new CommandError(`${reason} It was already restarted within the last 10 minutes.`));
      return;
    }
    this.#log.error({ reason }, 'the database exited, restarting it');
    try {
      const urlBefore = this.#embeddedUrl;
      // Releases the lock.
      await this.#embedded?.stop();
      const url = await this.#startEmbedded();
      if (this.#isStopping) return;
      if (url !== urlBefore) this.#supervisor?.restart();
      this.#log.info('the database is running again');
    } catch (error) {
      this.#end.resolve(
        new CommandError(`The database exited and could not be restarted: ${toErrorLine(error)}`),
      );
    }
  }

  async #prepare(
    databaseUrl: string,
    databaseRole: string | undefined,
  ): Promise<{ masterKey: Buffer; demo: DemoAccess | undefined; warnings: string[] }> {
    const settings = this.#settings;
    const masterKey = await readMasterKey(settings);
    const services = openServices({ settings, log: this.#log, databaseUrl, databaseRole, masterKey });
    try {
      this.#output.step('loading the value lists');
      await prepareInstallation(services);
      await new KeySet(services.database.system, masterKey, services.now).signingKey().catch((error) => {
        throw explainMasterKeyError(error);
      });
      const demo =
        settings.role === 'worker'
          ? undefined
          : await ensureDemo(services, databaseUrl, {
              allowCreate: this.#wantsDemo,
              onCreate: () => this.#output.step('creating the demo tenant, which takes up to a minute'),
            });
      // The demo delivers webhooks to the visitor's own machine, so it allows private addresses by default.
      if (demo !== undefined && !isSet('WEBHOOK_ALLOW_PRIVATE')) settings.webhookAllowPrivate = true;
      return { masterKey, demo, warnings: await findWarnings(services) };
    } finally {
      await services.database.close();
    }
  }

  async #explainingDatabaseErrors<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw explainDatabaseError(error, this.#settings);
    }
  }

  #throwIfStopping(): void {
    if (this.#isStopping) throw new StartInterruptedError();
  }

  #onSignal(signal: NodeJS.Signals): void {
    if (!this.#isStopping) {
      this.#isStopping = true;
      this.#stoppingSinceMs = Date.now();
      this.#end.resolve(undefined);
      return;
    }
    if (Date.now() - this.#stoppingSinceMs < ECHO_MS) return;
    // A second signal stops without waiting for requests. The database still gets the time it needs to stop.
    this.#log.warn({ signal }, 'stopping immediately');
    this.#stoppingSinceMs = Date.now();
    this.#supervisor?.kill();
    const exit = () => process.exit(130);
    if (this.#embedded === undefined) exit();
    else this.#embedded.stop().then(exit, exit);
  }
}
