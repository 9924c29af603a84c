import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { toWebhookEvent, type WebhookEvent } from './event.ts';
import { verifyWebhook, WebhookVerificationError } from './verify.ts';

// Calls carry references of a few hundred bytes.
const LONGEST_BODY_BYTES = 1_000_000;
// Ids of the calls seen last: a delivery whose answer was lost comes again under the same id.
const REMEMBERED = 10_000;

export interface ReceiverOptions {
  port: number;
  /** Address to listen at; all of them by default, since the service calls from elsewhere. */
  host?: string;
  /** Only calls of this path are taken. */
  path?: string;
  secrets: readonly string[];
  /** Told once per event; a repetition is answered and not told. Runs after the answer has been sent. */
  onEvent(event: WebhookEvent): void;
  /** Told of every call that was refused, and why. */
  onRefused?(reason: string): void;
}

export interface WebhookReceiver {
  port: number;
  close(): Promise<void>;
}

/** Takes webhook calls: verifies each, answers 200 at once, then tells. */
export async function startReceiver(options: ReceiverOptions): Promise<WebhookReceiver> {
  const { path, secrets, onEvent, onRefused = () => {} } = options;
  const seen = new Set<string>();
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
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
      if (bytes > LONGEST_BODY_BYTES) return refuse(413, 'a body of more than 1 MB');
      parts.push(part);
    }
    let event: WebhookEvent | undefined;
    try {
      event = toWebhookEvent(verifyWebhook(Buffer.concat(parts), request.headers, secrets));
    } catch (error) {
      if (error instanceof WebhookVerificationError) return refuse(401, error.message);
      return refuse(400, 'a body that is not JSON');
    }
    if (event === undefined) return refuse(400, 'a body that is no event');
    response.writeHead(200).end();
    const id = String(request.headers['webhook-id']);
    if (seen.has(id)) return;
    seen.add(id);
    if (seen.size > REMEMBERED) seen.delete(seen.values().next().value!);
    onEvent(event);
  };
  const server = createServer((request, response) => {
    take(request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
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
