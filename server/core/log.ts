import { type Logger, pino } from 'pino';
import { logMixin } from './tracing/index.ts';

const PIECE_CHARACTERS = 16_384;
const FLUSH_MS = 250;

/** Every log has it, but it is missing in its type. */
interface Destination {
  [pino.symbols.streamSym]: { write(line: string): unknown };
}

/**
 * The log of the process: JSON lines on standard output. Lines are written in batches, because a write per request costs more
 * than creating the line. A batch is written after a quarter of a second, with the next warning or error, and when the process
 * exits. A process that is killed loses that quarter of a second.
 */
export function createLog(level: string, destination: number | string = 1): Logger {
  const output = new Output(destination);
  process.once('exit', () => output.flushSync());
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

/**
 * Gathers lines into pieces. The stream that writes them could do that too, but it counts the bytes of all that it has gathered again
 * with each line, which takes longer than everything else about the line.
 */
class Output {
  readonly #stream: ReturnType<typeof pino.destination>;
  /** One text that grows line by line would be a tree of small strings, which takes longer to write than all lines joined at once. */
  #lines: string[] = [];
  #characters = 0;

  constructor(destination: number | string) {
    this.#stream = pino.destination({
      dest: destination,
      sync: false,
      minLength: PIECE_CHARACTERS,
      maxWrite: 4 * PIECE_CHARACTERS,
    });
    setInterval(() => this.flush(), FLUSH_MS).unref();
  }

  write(line: string): void {
    this.#lines.push(line);
    this.#characters += line.length;
    if (this.#characters >= PIECE_CHARACTERS) this.#handOver();
  }

  flush(): void {
    this.#handOver();
    this.#stream.flush();
  }

  flushSync(): void {
    // First what it has. With more than a piece, it would begin to write, and the process would not wait for that.
    this.#stream.flushSync();
    this.#handOver();
    this.#stream.flushSync();
  }

  #handOver(): void {
    if (this.#lines.length === 0) return;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#characters = 0;
    this.#stream.write(text);
  }
}
