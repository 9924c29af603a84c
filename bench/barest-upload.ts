import type { FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { createDurably } from './durable-file.ts';

// The barest program that stores a document durably: it receives the same body as the service, decodes it, and writes it to a new
// file. It checks, encrypts, hashes, and records nothing, and expects the start of the body in its first piece.

const [, directory = ''] = process.argv.slice(2);
const MARK = '"base64File":"';

const server = createServer(async (request, response) => {
  await createDurably(directory, (file) => writeContents(file, request));
  response.setHeader('content-type', 'application/json');
  response.end('{"id":1}');
});

async function writeContents(file: FileHandle, request: IncomingMessage): Promise<void> {
  let rest = '';
  let isAtStart = true;
  for await (const piece of request as AsyncIterable<Buffer>) {
    let text = rest + piece.toString('latin1');
    if (isAtStart) text = text.slice(text.indexOf(MARK) + MARK.length);
    isAtStart = false;
    const quote = text.indexOf('"');
    const length = quote < 0 ? text.length - (text.length % 4) : quote;
    await file.writeFile(Buffer.from(text.slice(0, length), 'base64'));
    rest = quote < 0 ? text.slice(length) : '"';
  }
}

server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port });
});
