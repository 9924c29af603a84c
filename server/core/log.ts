import { type Logger, pino } from 'pino';
import { logMixin } from './tracing/index.ts';

const BUFFER_BYTES = 16_384;
const FLUSH_MS = 250;
const INFO = 30;

/** The values of a line. Those that are undefined are left out. */
type Fields = Readonly<Record<string, string | number | boolean | undefined>>;

interface Output {
  write(line: string): unknown;
}

/** Where the lines of a log go, for those that are too many to be made by pino. */
const outputs = new WeakMap<Logger, Output>();

/**
 * The log of the process: JSON lines on standard output. Lines are written in batches, because a write per request costs more
 * than creating the line. A batch is written after a quarter of a second, with the next warning or error, and when the process
 * exits. A process that is killed loses that quarter of a second.
 */
export function createLog(level: string, destination: number | string = 1): Logger {
  const stream = pino.destination({
    dest: destination,
    sync: false,
    minLength: BUFFER_BYTES,
    maxWrite: 4 * BUFFER_BYTES,
    periodicFlush: FLUSH_MS,
  });
  process.once('exit', () => stream.flushSync());
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      mixin: logMixin,
      hooks: {
        logMethod(inputs, method, lineLevel) {
          method.apply(this, inputs as Parameters<typeof method>);
          if (lineLevel >= 40) stream.flush();
        },
      },
    },
    stream,
  );
  outputs.set(log, stream);
  return log;
}

/**
 * Writes a line of the level info, as `log.info(fields, message)` does, for the line that every request has. Without the options
 * that pino has for each value, it takes a third of the time. `fields` has the id of its trace itself.
 */
export function writeLine(log: Logger, fields: Fields, message: string): void {
  const output = outputs.get(log);
  if (output === undefined) log.info(fields, message);
  else if (log.isLevelEnabled('info')) output.write(toLine(fields, message));
}

function toLine(fields: Fields, message: string): string {
  let line = `{"level":${INFO},"time":${Date.now()},"pid":${process.pid}`;
  for (const name in fields) {
    const value = fields[name];
    if (value === undefined) continue;
    line += `,"${name}":${typeof value === 'string' ? JSON.stringify(value) : value}`;
  }
  return `${line},"msg":"${message}"}\n`;
}
