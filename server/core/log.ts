import { type Logger, pino } from 'pino';
import { logMixin } from './tracing/index.ts';

/** A pipe takes this many bytes at once (PIPE_BUF on Linux), so processes that share one cannot write into each other's lines. */
const PIECE_BYTES = 4096;
const FLUSH_MS = 250;

/** Every log has it, but it is missing in its type. */
interface Destination {
  [pino.symbols.streamSym]: { write(line: string): unknown };
}

/**
 * The log of the process: JSON lines on standard output. Lines are written in batches, because a write per request costs more
 * than creating the line. A batch is written after a quarter of a second, with the next warning or error, and when the process
 * exits. A process that is killed loses that quarter of a second.
 *
 * The process waits for each write. Otherwise, lines from just before an exit could be torn or out of order, and lines would pile up
 * in memory while the reader is slow. If the reader stops reading, the process blocks, as every program does that prints.
 */
export function createLog(level: string, destination: number | string = 1): Logger {
  const output = new Output(destination);
  process.once('exit', () => output.flush());
  return pino(
    {
      level,
      base: { pid: process.pid },
      mixin: logMixin,
      hooks: {
        logMethod(inputs, method, lineLevel) {
          method.apply(this, inputs as Parameters<typeof method>);
          if (lineLevel >= 40) output.flush();
        },
      },
    },
    output,
  );
}

/**
 * Writes a line of the level info that is complete and ends with a line feed, for the line that every request has. It leaves out the
 * options that pino has for each value, which would be most of its cost.
 */
export function writeLine(log: Logger, line: string): void {
  if (log.isLevelEnabled('info')) (log as unknown as Destination)[pino.symbols.streamSym].write(line);
}

/** Gathers lines into pieces. The stream that writes them would count the bytes of all that it has gathered again with each line. */
class Output {
  readonly #stream: ReturnType<typeof pino.destination>;
  /** One text that grows line by line would be a tree of small strings, which takes longer to write than all lines joined at once. */
  #lines: string[] = [];
  #bytes = 0;

  constructor(destination: number | string) {
    this.#stream = pino.destination({ dest: destination, sync: true });
    setInterval(() => this.flush(), FLUSH_MS).unref();
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > PIECE_BYTES) this.flush();
    this.#lines.push(line);
    this.#bytes += bytes;
  }

  flush(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#bytes = 0;
    this.#stream.write(text);
  }
}
