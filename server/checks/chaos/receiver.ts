import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

interface Call {
  /** The id of the delivery, the same for each attempt. */
  id: string;
  eventId: number;
  entityId: number;
  /** Whether one of the attempts was answered with 200. */
  isAccepted: boolean;
}

/** A third-party server that receives webhook calls and checks their signatures itself. */
export class Receiver {
  readonly #server: Server;
  readonly #secret: Buffer;
  /** Every genuine call by its id, whatever it was answered. */
  readonly calls = new Map<string, Call>();
  readonly findings: string[] = [];
  mode: 'accepts' | 'fails' | 'hangs' | 'slow' = 'accepts';

  static async start(secret: string): Promise<Receiver> {
    const receiver = new Receiver(Buffer.from(secret.replace(/^whsec_/, ''), 'base64'));
    receiver.#server.listen(0, '127.0.0.1');
    await once(receiver.#server, 'listening');
    return receiver;
  }

  private constructor(secret: Buffer) {
    this.#secret = secret;
    this.#server = createServer((request, response) => {
      // The caller broke off.
      this.#receive(request, response).catch(() => response.destroy());
    });
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const id = String(request.headers['webhook-id']);
    const signature = createHmac('sha256', this.#secret)
      .update(`${id}.${request.headers['webhook-timestamp']}.`)
      .update(body)
      .digest('base64');
    const { headers } = request;
    if (!String(headers['webhook-signature']).split(' ').includes(`v1,${signature}`)) {
      if (this.findings.length < 5) this.findings.push(`The call ${id} has no valid signature.`);
      response.writeHead(401).end();
      return;
    }
    const { eventId, entityId } = JSON.parse(body.toString());
    const call = { id, eventId, entityId, isAccepted: this.calls.get(id)?.isAccepted ?? false };
    this.calls.set(id, call);
    if (this.mode === 'hangs') return;
    if (this.mode === 'slow') await delay(800);
    if (this.mode !== 'fails') call.isAccepted = true;
    response.writeHead(call.isAccepted ? 200 : 500).end();
  }
}
