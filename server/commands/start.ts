import type { Logger } from 'pino';
import { KeySet } from '../areas/access/index.ts';
import { isGiven, type Settings } from '../config.ts';
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
import { type Command, CommandError } from './command.ts';
import { type DemoAccess, ensureDemo } from './demo.ts';
import { toDatabaseFault, toLine, toMasterKeyFault } from './faults.ts';
import { embeddedDirectory, makeDataDirectory } from './installation.ts';
import { probePort } from './port.ts';
import { startMessage } from './start-message.ts';
import { Supervisor } from './supervisor.ts';

/** npm passes on a Ctrl-C that the terminal has already sent to everybody: the second of such a pair is no second wish. */
const ECHO_MS = 500;
/** The database is restarted at most once within this time. */
const DATABASE_RESTART_INTERVAL_MS = 10 * 60_000;
const SPARE_CONNECTIONS = 40;

export const startCommand: Command = {
  name: 'start',
  summary: 'Run the service: database, migrations, API, console and background tasks.',
  options: { empty: { meaning: 'Make no demo tenant in an installation that has no tenant.' } },
  async run({ options, settings }) {
    const service = new Service(settings(), options.empty === undefined);
    await service.run();
    return undefined;
  },
};

/** Thrown where a start notices that it is to stop. */
class Stopped extends Error {}

class Service {
  readonly #settings: Settings;
  readonly #wantsDemo: boolean;
  readonly #log: Logger;
  readonly #ending = Promise.withResolvers<Error | undefined>();
  #isAnnounced = false;
  #isEnding = false;
  #endingSinceMs = 0;
  #embedded: EmbeddedPostgres | undefined;
  #databaseEndedAtMs = -Infinity;
  #supervisor: Supervisor | undefined;

  constructor(settings: Settings, wantsDemo: boolean) {
    this.#settings = { ...settings };
    this.#wantsDemo = wantsDemo && settings.role !== 'worker';
    this.#log = createLog(settings.logLevel);
  }

  /** Runs until a signal; rejects when the service cannot start or go on. Nothing is left running in either case. */
  async run(): Promise<void> {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
      process.on(signal, () => this.#onSignal(signal));
    // The log's reader may be gone, as in a pipe to head; that is no reason to stop serving.
    process.stdout.on('error', () => {});
    try {
      await this.#start();
      const failure = await this.#ending.promise;
      if (failure !== undefined) throw failure;
      this.#log.info('stopping: running requests finish');
    } catch (error) {
      if (!(error instanceof Stopped)) throw error;
    } finally {
      this.#isEnding = true;
      await this.#supervisor?.stop();
      await this.#embedded?.stop();
    }
    this.#log.info('stopped');
  }

  async #start(): Promise<void> {
    const settings = this.#settings;
    if (settings.role !== 'worker') await this.#choosePort();
    await makeDataDirectory(settings);
    this.#throwIfEnding();
    const databaseUrl = settings.databaseUrl ?? (await this.#startEmbedded());
    this.#throwIfEnding();
    const { role } = await this.#onDatabase(() => migrate(databaseUrl));
    await this.#onDatabase(() => migrateQueue({ databaseUrl, databaseRole: role }));
    this.#throwIfEnding();
    const { masterKey, demo } = await this.#prepare(databaseUrl, role);
    this.#throwIfEnding();

    const runsTasks = settings.role !== 'api';
    const supervisor = new Supervisor({
      processes: settings.workers,
      orderOf: (slot) => ({
        settings,
        databaseUrl: this.#embeddedUrl ?? databaseUrl,
        databaseRole: role,
        masterKey: masterKey.toString('hex'),
        serves: settings.role !== 'worker',
        // One of the processes that answer requests is enough for the tasks beside it.
        runsTasks: runsTasks && (settings.role === 'worker' || slot === 0),
      }),
      log: this.#log,
      onFailure: (error) => this.#ending.resolve(error),
    });
    this.#supervisor = supervisor;
    await Promise.race([
      supervisor.start(),
      this.#ending.promise.then((failure) => {
        throw failure ?? new Stopped();
      }),
    ]);
    process.stdout.write(`${startMessage(settings, demo, packageFile.version, settings.workers)}\n`);
    this.#isAnnounced = true;
    supervisor.announce();
  }

  async #choosePort(): Promise<void> {
    const settings = this.#settings;
    const isFree = settings.port === 0;
    try {
      settings.port = await probePort(settings);
    } catch (error) {
      const isOwn =
        settings.databaseUrl === undefined &&
        (await findRunningPostgres(embeddedDirectory(settings))) !== undefined;
      throw isOwn
        ? new CommandError(`${toLine(error)} A service on DATA_DIR ${settings.dataDirectory} runs already.`)
        : error;
    }
    if (isFree && !isGiven('PUBLIC_URL')) settings.publicUrl = `http://localhost:${settings.port}`;
  }

  #embeddedUrl: string | undefined;

  async #startEmbedded(): Promise<string> {
    const { workers, databaseConnections, dataDirectory } = this.#settings;
    const connections = Math.max(100, workers * (databaseConnections + 4) + SPARE_CONNECTIONS);
    this.#embedded = await startEmbeddedPostgres({
      directory: embeddedDirectory(this.#settings),
      settings: { max_connections: String(connections) },
      logger: (line) => {
        // The start message comes first; a failed start quotes the server's log itself.
        if (this.#isAnnounced) this.#log.info({ postgres: line }, 'database');
      },
    });
    this.#embedded.onUnexpectedExit((reason) => void this.#restartEmbedded(reason));
    this.#embeddedUrl = await ensureApplicationDatabase(this.#embedded.url, dataDirectory);
    return this.#embeddedUrl;
  }

  async #restartEmbedded(reason: string): Promise<void> {
    if (this.#isEnding) return;
    const isAgain = Date.now() - this.#databaseEndedAtMs < DATABASE_RESTART_INTERVAL_MS;
    this.#databaseEndedAtMs = Date.now();
    if (isAgain) {
      this.#ending.resolve(new CommandError(`${reason} It had been restarted before.`));
      return;
    }
    this.#log.error({ reason }, 'the database ended; starting it again');
    try {
      const urlBefore = this.#embeddedUrl;
      // Gives its lock back.
      await this.#embedded?.stop();
      const url = await this.#startEmbedded();
      if (this.#isEnding) return;
      if (url !== urlBefore) this.#supervisor?.restart();
      this.#log.info('the database runs again');
    } catch (error) {
      this.#ending.resolve(
        new CommandError(`The database ended and could not be started again: ${toLine(error)}`),
      );
    }
  }

  async #prepare(
    databaseUrl: string,
    databaseRole: string | undefined,
  ): Promise<{ masterKey: Buffer; demo: DemoAccess | undefined }> {
    const settings = this.#settings;
    const masterKey = await readMasterKey(settings);
    const services = openServices({ settings, log: this.#log, databaseUrl, databaseRole, masterKey });
    try {
      await prepareInstallation(services);
      await new KeySet(services.database.system, masterKey, services.now).signingKey().catch((error) => {
        throw toMasterKeyFault(error);
      });
      const demo =
        settings.role === 'worker'
          ? undefined
          : await ensureDemo(services, databaseUrl, { mayCreate: this.#wantsDemo });
      // The demo shows webhooks on the visitor's own machine, so it lets them go there unless told otherwise.
      if (demo !== undefined && !isGiven('WEBHOOK_ALLOW_PRIVATE')) settings.webhookAllowPrivate = true;
      return { masterKey, demo };
    } finally {
      await services.database.close();
    }
  }

  async #onDatabase<Result>(work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      throw toDatabaseFault(error, this.#settings);
    }
  }

  #throwIfEnding(): void {
    if (this.#isEnding) throw new Stopped();
  }

  #onSignal(signal: NodeJS.Signals): void {
    if (!this.#isEnding) {
      this.#isEnding = true;
      this.#endingSinceMs = Date.now();
      this.#ending.resolve(undefined);
      return;
    }
    if (Date.now() - this.#endingSinceMs < ECHO_MS) return;
    // Whoever asks twice does not want to wait for requests. The database still gets the moment it needs to stop.
    this.#log.warn({ signal }, 'ending at once');
    this.#endingSinceMs = Date.now();
    this.#supervisor?.kill();
    const exit = () => process.exit(130);
    if (this.#embedded === undefined) exit();
    else this.#embedded.stop().then(exit, exit);
  }
}
