import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/**
 * The server's log: a file the server itself appends to (so an orphaned server goes on writing, which a pipe to
 * a dead process would not allow), kept below 4 MB with one predecessor, `<file>.1`, of the same size.
 */
export interface ServerLog {
  /** Hands new lines to the logger and bounds the file. Cheap enough for every second: one stat. */
  poll(): Promise<void>;
  /** The last complete lines written since this log was opened, for error messages. */
  readTail(lines: number): Promise<string>;
}

/** Opens the log at its end: what an earlier server wrote is neither handed on nor reported. */
export async function openServerLog(
  file: string,
  logger?: (line: string) => void,
  maximumBytes = 4 * 1024 * 1024,
): Promise<ServerLog> {
  await (await open(file, 'a', 0o600)).close();
  const openedAt = (await stat(file)).size;
  let offset = openedAt;
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let polling: Promise<void> | undefined;

  async function readFrom(start: number, limit: number): Promise<Buffer> {
    const handle = await open(file, 'r');
    try {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(limit), 0, limit, start);
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }

  async function poll(): Promise<void> {
    const { size } = await stat(file);
    if (size < offset) offset = 0;
    while (logger && offset < size) {
      const portion = await readFrom(offset, Math.min(size - offset, 65_536));
      if (portion.length === 0) break;
      offset += portion.length;
      const lines = (rest + decoder.write(portion)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) logger(line);
    }
    if (size <= maximumBytes) return;
    // The server holds the file open in append mode: emptied in place, it goes on at the beginning. A line
    // written between the two calls is lost.
    await copyFile(file, `${file}.1`);
    await truncate(file, 0);
    offset = 0;
  }

  return {
    poll() {
      polling ??= poll().finally(() => {
        polling = undefined;
      });
      return polling;
    },
    async readTail(lines) {
      const { size } = await stat(file);
      const start = Math.max(size < openedAt ? 0 : openedAt, size - 8192);
      const text = (await readFrom(start, 8192)).toString('utf8').trimEnd();
      return text.split('\n').slice(-lines).join('\n');
    },
  };
}
