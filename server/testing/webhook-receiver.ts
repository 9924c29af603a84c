import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';

interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look at what they sent.
  body: any;
}

interface Receiver {
  url: string;
  calls: ReceivedCall[];
  /** How the receiver responds to a call; 200 until it is set. */
  respond: (call: ReceivedCall, response: ServerResponse, request: IncomingMessage) => void;
  /** Resolves when that many calls have arrived. */
  received(count: number): Promise<void>;
}

/** A third-party server that receives webhook calls. It is closed after the tests of the file. */
export async function startReceiver(): Promise<Receiver> {
  const waiting: { count: number; resolve(): void }[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const call = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
    receiver.calls.push(call);
    for (const { count, resolve } of waiting) if (receiver.calls.length >= count) resolve();
    receiver.respond(call, response, request);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no address');
  after(() => {
    server.closeAllConnections();
    server.close();
  });
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    calls: [],
    respond: (_call, response) => void response.end(),
    received: (count) =>
      new Promise((resolve) => {
        if (receiver.calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
  };
  return receiver;
}
