import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { explain } from '../commands/run.ts';
import { toWebhookEvent, type WebhookEvent } from './event.ts';
import { explainPortError } from './explain-port-error.ts';
import { verifyWebhook, WebhookVerificationError } from './verify.ts';

// A call carries a reference of a few hundred bytes.
const MAXIMUM_BODY_BYTES = 1_000_000;
// How many ids of calls are remembered. A call whose response was lost is repeated with the same id.
const MAXIMUM_REMEMBERED = 10_000;

interface ReceiverOptions {
  port: number;
  /** The flag that sets the port, for messages. */
  portFlag: string;
  /** The address to listen on. Default: all addresses, because the service may run on another machine. */
  host?: string;
  /** Refuses calls to any other path. */
  path?: string;
  secrets: readonly string[];
  /** Called once per event, after the response has been sent. A repeated call gets a response and nothing else. */
  onEvent(event: WebhookEvent): void;
  /** Called for every refused call, with the reason. */
  onRefused?(reason: string): void;
}

interface WebhookReceiver {
  port: number;
  close(): Promise<void>;
}

/** Receives webhook calls: verifies each one, responds with 200 and then calls `onEvent`. */
export async function startReceiver(options: ReceiverOptions): Promise<WebhookReceiver> {
  const { path, secrets, onEvent, onRefused = () => {} } = options;
  const seen = new Set<string>();
  const receive = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const refuse = (status: number, reason: string) => {
      response.writeHead(status, { connection: 'close' }).end();
      onRefused(reason);
    };
    const { pathname } = new URL(request.url ?? '/', 'http://receiver');
    if (path !== undefined && pathname !== path) return refuse(404, `a call to ${pathname}`);
    if (request.method !== 'POST') return refuse(405, `a ${request.method}, not a POST`);
    const parts: Buffer[] = [];
    let bytes = 0;
    for await (const part of request as AsyncIterable<Buffer>) {
      bytes += part.length;
      if (bytes > MAXIMUM_BODY_BYTES) return refuse(413, 'a body of more than 1 MB');
      parts.push(part);
    }
    let event: WebhookEvent | undefined;
    try {
      event = toWebhookEvent(verifyWebhook(Buffer.concat(parts), request.headers, secrets));
    } catch (error) {
      if (error instanceof WebhookVerificationError) return refuse(401, error.message);
      if (error instanceof SyntaxError) return refuse(400, 'a body that is not JSON');
      // The fault is here and not in the call. With a 500 the service repeats it.
      return refuse(500, explain(error));
    }
    if (event === undefined) return refuse(400, 'a body that is not an event');
    response.writeHead(200).end();
    const id = String(request.headers['webhook-id']);
    if (seen.has(id)) return;
    seen.add(id);
    if (seen.size > MAXIMUM_REMEMBERED) seen.delete(seen.values().next().value!);
    onEvent(event);
  };
  const server = createServer((request, response) => {
    receive(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(explainPortError(error, { port: options.port, flag: options.portFlag })),
    );
    server.listen(options.port, options.host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address !== null ? address.port : options.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
