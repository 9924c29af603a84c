import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from './random.ts';

interface Pair {
  client: Socket;
  server: Socket;
}

type Target = { path: string } | { host: string; port: number };

/** A TCP proxy that can refuse, freeze, slow down, and cut the connections through it. */
export class Link {
  readonly #server: Server;
  readonly #pairs = new Set<Pair>();
  #target: Target;
  #isRefusing = false;
  #delayMs = 0;
  #thawed = Promise.resolve();
  #thaw = () => {};

  static async open(target: Target): Promise<Link> {
    const link = new Link(target);
    link.#server.listen(0, '127.0.0.1');
    await once(link.#server, 'listening');
    return link;
  }

  private constructor(target: Target) {
    this.#target = target;
    this.#server = createServer({ allowHalfOpen: true }, (client) => this.#accept(client));
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  retarget(target: Target): void {
    this.#target = target;
  }

  /** Resets every connection and all that follow. */
  refuse(): void {
    this.#isRefusing = true;
    for (const pair of this.#pairs) reset(pair);
  }

  /** Nothing passes any longer, but connections stay open and new ones are accepted. */
  freeze(): void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#thawed = promise;
    this.#thaw = resolve;
  }

  /** Delays every piece of data in both directions. */
  slow(delayMs: number): void {
    this.#delayMs = delayMs;
  }

  heal(): void {
    this.#isRefusing = false;
    this.#delayMs = 0;
    this.#thaw();
  }

  /** Resets this share of the open connections, wherever their requests and responses are. */
  cut(share: number, random: Random): void {
    for (const pair of [...this.#pairs]) if (random.chance(share)) reset(pair);
  }

  async close(): Promise<void> {
    this.heal();
    this.#server.close();
    for (const pair of this.#pairs) reset(pair);
    await once(this.#server, 'close');
  }

  #accept(client: Socket): void {
    if (this.#isRefusing) {
      client.resetAndDestroy();
      return;
    }
    const server = connect({ ...this.#target, allowHalfOpen: true } as never);
    const pair = { client, server };
    this.#pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('error', () => reset(pair));
      from.on('close', () => {
        if (!from.readableEnded) to.destroy();
        if (to.destroyed) this.#pairs.delete(pair);
      });
      this.#copy(from, to);
    }
  }

  #copy(from: Socket, to: Socket): void {
    let last = Promise.resolve();
    const pass = async (chunk: Buffer) => {
      await this.#thawed;
      if (this.#delayMs > 0) await delay(this.#delayMs);
      // Reading goes on when the data are written, so a slow reader slows its sender down as without a proxy.
      if (!to.destroyed) to.write(chunk, () => from.resume());
    };
    from.on('data', (chunk: Buffer) => {
      from.pause();
      last = last.then(() => pass(chunk));
    });
    from.on('end', () => void last.then(() => to.end()));
  }
}

function reset({ client, server }: Pair): void {
  // A socket that is being closed cannot be reset, and would stay open for ever.
  if (client.writableEnded) client.destroy();
  else client.resetAndDestroy();
  // PostgreSQL's Unix socket cannot be reset.
  server.destroy();
}
