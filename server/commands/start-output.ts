import type { Settings } from '../config.ts';
import packageFile from '../package.json' with { type: 'json' };
import type { DemoAccess } from './demo-access.ts';
import { managementUrl, startMessage } from './start-message.ts';

const LEVELS = { trace: 10, debug: 20, info: 30, warn: 40, error: 50, fatal: 60, silent: Infinity };

/**
 * What a start prints: text on a terminal, and otherwise lines of the log. It bypasses the logger, which writes in batches,
 * so that every step shows at once and in order.
 */
export class StartOutput {
  readonly #isTerminal: boolean;
  readonly #leastLevel: number;
  readonly #startedAtMs = performance.now();

  constructor(logLevel: string, isTerminal = process.stdout.isTTY === true) {
    this.#isTerminal = isTerminal;
    this.#leastLevel = LEVELS[logLevel as keyof typeof LEVELS];
  }

  begin(): void {
    const { version } = packageFile;
    if (this.#isTerminal) process.stdout.write(`Stellwerk ${version} is starting.\n`);
    else this.#log(LEVELS.info, 'starting', { version, node: process.versions.node });
  }

  /** `what` is the text of a log line, such as "migrating the database". */
  step(what: string): void {
    const seconds = (performance.now() - this.#startedAtMs) / 1000;
    if (!this.#isTerminal) this.#log(LEVELS.info, what);
    else process.stdout.write(`${seconds.toFixed(1).padStart(6)} s  ${what}\n`);
  }

  /**
   * The service is ready. Without a terminal, this is one line, which does not depend on LOG_LEVEL. The line has no secrets,
   * because logs are copied to other machines.
   */
  ready(settings: Settings, demo: DemoAccess | undefined, warnings: readonly string[]): void {
    const { version } = packageFile;
    if (this.#isTerminal) {
      process.stdout.write(`\n${startMessage(settings, demo, version, settings.workers, warnings)}\n`);
      return;
    }
    for (const warning of warnings) this.#log(LEVELS.warn, warning);
    this.#write(LEVELS.info, 'Stellwerk is running. Ctrl-C stops it', {
      version,
      role: settings.role,
      processes: settings.workers,
      database: settings.databaseUrl === undefined ? 'embedded' : 'DATABASE_URL',
      ...addressesOf(settings),
      management: managementUrl(settings),
      dataDirectory: settings.dataDirectory,
    });
  }

  #log(level: number, message: string, fields = {}): void {
    if (level >= this.#leastLevel) this.#write(level, message, fields);
  }

  #write(level: number, message: string, fields: object): void {
    const line = { level, time: Date.now(), pid: process.pid, ...fields, msg: message };
    process.stdout.write(`${JSON.stringify(line)}\n`);
  }
}

function addressesOf({ role, host, port, publicUrl }: Settings) {
  if (role === 'worker') return {};
  return {
    host,
    port,
    console: `${publicUrl}/app/`,
    api: `${publicUrl}/v3`,
    tokenEndpoint: `${publicUrl}/oauth/token`,
    documentation: `${publicUrl}/docs`,
    jobPortal: `${publicUrl}/jobs`,
  };
}
