import { type Logger, pino } from 'pino';

const BUFFER_BYTES = 4096;
const FLUSH_MS = 250;

/**
 * The process's log: JSON lines on standard output. Written in batches, since a write for each request costs
 * more than making the line; what is waiting goes out a quarter of a second later, at a warning or worse, and when
 * the process ends by itself. A process that is killed loses that quarter of a second.
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
