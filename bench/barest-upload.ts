import { randomUUID } from 'node:crypto';
import { open, rename } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

// The barest program that stores a document durably: it receives the same body as the service, decodes it, and writes it to a new
// file. It checks, encrypts, hashes, and records nothing, and expects the start of the body in its first piece.

const [, directory = ''] = process.argv.slice(2);
const MARK = '"base64File":"';

const server = createServer(async (request, response) => {
  const path = join(directory, randomUUID());
  const file = await open(`${path}.unfinished`, 'wx');
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
  await file.sync();
  await file.close();
  await rename(`${path}.unfinished`, path);
  const folder = await open(directory, 'r');
  await folder.sync();
  await folder.close();
  response.setHeader('content-type', 'application/json');
  response.end('{"id":1}');
});
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as { port: number }).port });
});
