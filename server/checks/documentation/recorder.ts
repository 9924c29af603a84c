import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import { after } from 'node:test';
import type { Message } from './answer.ts';

export interface Exchange {
  method: string;
  /** Path and query. */
  path: string;
  call: Message & { headers: IncomingHttpHeaders };
  answer: Message & { status: number };
}

export interface Recorder {
  origin: string;
  /** The calls that were forwarded, oldest first. */
  exchanges: Exchange[];
}

/** A proxy that forwards everything unchanged and records it. It ends with the file's tests. */
export async function startRecorder(target: () => string): Promise<Recorder> {
  const exchanges: Exchange[] = [];
  const server = createServer(async (incoming, outgoing) => {
    const { method = 'GET', url: path = '/', headers } = incoming;
    const sent = await incoming.toArray();
    const forwarded = request(new URL(path, target()), { method, headers, agent: false }, async (answer) => {
      const received = Buffer.concat(await answer.toArray());
      exchanges.push({
        method,
        path,
        call: { headers, text: Buffer.concat(sent).toString('utf8') },
        answer: { status: answer.statusCode!, headers: answer.headers, text: received.toString('utf8') },
      });
      outgoing.writeHead(answer.statusCode!, answer.rawHeaders).end(received);
    });
    forwarded.on('error', () => outgoing.destroy());
    forwarded.end(Buffer.concat(sent));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { origin: `http://127.0.0.1:${address.port}`, exchanges };
}
