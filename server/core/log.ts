import { type Logger, pino } from 'pino';
import { logMixin } from './tracing/index.ts';

const BUFFER_BYTES = 4096;
const FLUSH_MS = 250;

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
    periodicFlush: FLUSH_MS,
  });
  process.once('exit', () => stream.flushSync());
  return pino(
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
}
