import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { builtStamp, CONSOLE, hasSources, sourceStamp } from '../../console/stamp.js';

const MAXIMUM_OUTPUT = 2000;

/**
 * Builds the console in another process if its sources or packages have changed since the last build. The service runs
 * meanwhile, and serves the files as soon as they are there. A production installation has no sources and is built already.
 */
export class ConsoleBuilding {
  readonly #log: Logger;
  #child: ChildProcess | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  begin(): void {
    const built = builtStamp();
    if (!hasSources()) {
      if (built === undefined) this.#log.error('the console is missing; /app does not work');
      return;
    }
    if (built === sourceStamp()) return;
    if (!existsSync(join(CONSOLE, '../node_modules/vite'))) {
      const message = built === undefined ? '/app does not work' : '/app is that of an earlier version';
      this.#log.error(`the console cannot be built; run "npm ci". Until then ${message}`);
      return;
    }
    this.#build();
  }

  stop(): void {
    this.#child?.kill();
    this.#child = undefined;
  }

  #build(): void {
    this.#log.info('building the console');
    const child = spawn(process.execPath, [join(CONSOLE, 'build.ts')], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-MAXIMUM_OUTPUT);
      });
    child.on('error', (error) => this.#log.error({ cause: error.message }, 'the console could not be built'));
    child.on('close', (code) => {
      if (this.#child !== child) return;
      this.#child = undefined;
      if (code === 0) this.#log.info({ output: output.trim() }, 'the console has been built');
      else this.#log.error({ cause: output.trim() }, 'the console could not be built');
    });
  }
}
