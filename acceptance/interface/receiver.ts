import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as it was received. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: the tests check the content.
  body: any;
}

export interface Receiver {
  url: string;
  deliveries: Delivery[];
  /** The response to further calls. Initially 200. */
  response: { status: number; headers?: Record<string, string> };
  close(): void;
}

/** Starts a webhook receiver on a local address. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    deliveries.push({ headers: request.headers, text, body: JSON.parse(text) });
    response.writeHead(receiver.response.status, receiver.response.headers).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    response: { status: 200 },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
