import { writeSync } from 'node:fs';
import { type Logger, pino } from 'pino';
import { describeCause } from './http/describe-cause.ts';
import { logMixin } from './tracing/index.ts';

/** A pipe takes this many bytes at once (PIPE_BUF on Linux), so processes that share one cannot write into each other's lines. */
const PIECE_BYTES = 4096;
const FLUSH_MS = 250;
/** Of what could not be written, such as to a full disk: as many bytes are written later, in order. */
const MAXIMUM_KEPT_BYTES = 1_000_000;
const FAILURE_PAUSE_MS = 60_000;
const STDERR = 2;

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
 *
 * A log that cannot be written, because its disk is full, stops nothing. Standard error says so once a minute, up to 1 MB is written when
 * that is possible again, and a warning counts the lines that were lost.
 */
export function createLog(level: string, destination: number | string = 1): Logger {
  const output = new Output(destination, (lines) =>
    log.warn({ lines }, 'the log could not be written for a while, and these lines of it are lost'),
  );
  process.once('exit', () => output.flush());
  const log = pino(
    {
      level,
      base: { pid: process.pid },
      mixin: logMixin,
      hooks: {
        logMethod(inputs, method, lineLevel) {
          method.apply(this, withoutValues(inputs) as Parameters<typeof method>);
          if (lineLevel >= 40) output.flush();
        },
      },
    },
    output,
  );
  return log;
}

/** What a package logs, without the values that its error can quote. The service's own lines have a cause already. */
function withoutValues(inputs: readonly unknown[]): readonly unknown[] {
  const [first, message] = inputs;
  const { err = first, ...fields } = (first ?? {}) as { err?: unknown };
  if (!(err instanceof Error)) return inputs;
  const isFixed = typeof message === 'string' && message !== err.message;
  const text = isFixed ? message : 'a package logged an error';
  return [{ ...(err === first ? {} : fields), cause: describeCause(err) }, text];
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

  /** Whether the stream keeps what it could not write. It tries again with the next piece. */
  #isBlocked = false;
  #lostLines = 0;
  #reportedAtMs = Number.NEGATIVE_INFINITY;
  readonly #onLoss: (lines: number) => void;

  /** `onLoss` is called when the log can be written again and lines were lost before. */
  constructor(destination: number | string, onLoss: (lines: number) => void) {
    this.#onLoss = onLoss;
    this.#stream = pino.destination({ dest: destination, sync: true, maxLength: MAXIMUM_KEPT_BYTES });
    this.#stream.on('error', (error: NodeJS.ErrnoException) => this.#onFailure(error));
    this.#stream.on('drop', (piece: unknown) => {
      this.#lostLines += String(piece).split('\n').length - 1;
    });
    setInterval(() => this.flush(), FLUSH_MS).unref();
  }

  write(line: string): void {
    const bytes = Buffer.byteLength(line);
    if (this.#bytes + bytes > PIECE_BYTES) this.flush();
    this.#lines.push(line);
    this.#bytes += bytes;
  }

  flush(): void {
    if (this.#lines.length === 0 && !this.#isBlocked) return;
    const text = this.#lines.join('');
    this.#lines = [];
    this.#bytes = 0;
    // When it keeps all it can, the stream drops what comes, and tries nothing.
    if (this.#isBlocked) this.#writeKept();
    this.#stream.write(text);
  }

  #writeKept(): void {
    this.#isBlocked = false;
    this.#stream.write('');
    if (this.#isBlocked || this.#lostLines === 0) return;
    const lines = this.#lostLines;
    this.#lostLines = 0;
    this.#onLoss(lines);
  }

  #onFailure({ code, message }: NodeJS.ErrnoException): void {
    // Nobody reads the log any more. The stream drops everything from now on.
    if (code === 'EPIPE') return;
    this.#isBlocked = true;
    const nowMs = performance.now();
    if (nowMs < this.#reportedAtMs + FAILURE_PAUSE_MS) return;
    this.#reportedAtMs = nowMs;
    const text = `The log cannot be written: ${message}. The service goes on without it. If a disk is full, make space on it.\n`;
    try {
      writeSync(STDERR, text);
    } catch {
      // It is as full as the log.
    }
  }
}
