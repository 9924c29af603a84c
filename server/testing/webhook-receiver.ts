import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { after } from 'node:test';

interface ReceivedCall {
  path: string;
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read properties of bodies that they know.
  body: any;
}

interface Receiver {
  url: string;
  calls: ReceivedCall[];
  /** Sends the response to a call. By default, a 200. */
  respond: (call: ReceivedCall, response: ServerResponse, request: IncomingMessage) => void;
  /** Resolves when at least `count` calls have arrived. */
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
