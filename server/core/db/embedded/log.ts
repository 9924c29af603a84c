import { copyFile, open, stat, truncate } from 'node:fs/promises';
import { StringDecoder } from 'node:string_decoder';

/**
 * The server's log. The server appends to the file itself, because a pipe would break when this process dies and leaves the
 * server running. The file is kept below 4 MB, and so is its only predecessor, `<file>.1`.
 */
export interface ServerLog {
  /** Passes new lines to the logger and limits the size of the file. Costs one stat, so it can run every second. */
  poll(): Promise<void>;
  /** Returns the last lines written since the log was opened, for error messages. */
  readTail(lines: number): Promise<string>;
}

/** Opens the log at its end, so lines of previous servers are ignored. */
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
      const chunk = await readFrom(offset, Math.min(size - offset, 65_536));
      if (chunk.length === 0) break;
      offset += chunk.length;
      const lines = (rest + decoder.write(chunk)).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) logger(line);
    }
    if (size <= maximumBytes) return;
    // The server has the file open in append mode, so it continues at the start after the file is truncated. A line written
    // between the two calls is lost.
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
