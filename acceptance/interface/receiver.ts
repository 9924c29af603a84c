import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call of the service, as it arrived. */
export interface Delivery {
  headers: IncomingHttpHeaders;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: what comes is what is tested.
  body: any;
}

export interface Receiver {
  url: string;
  deliveries: Delivery[];
  /** What is answered from now on; 200 at first. */
  answer: { status: number; headers?: Record<string, string> };
  close(): void;
}

/** A program that webhooks call, on an address of this machine. */
export async function startReceiver(): Promise<Receiver> {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk;
    deliveries.push({ headers: request.headers, text, body: JSON.parse(text) });
    response.writeHead(receiver.answer.status, receiver.answer.headers).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    deliveries,
    answer: { status: 200 },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
  return receiver;
}
