import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer } from '../core/node-http.ts';

// Probes and scrapes are few and small. Anything else must not occupy the primary.
const MAXIMUM_CONNECTIONS = 64;
const REQUEST_TIMEOUT_MS = 5000;

type ManagementResponse = { status: number } & ({ json: unknown } | { text: string });

/** A small HTTP server for GET and HEAD, without a framework, so that the primary stays small. */
export class ManagementServer {
  readonly #routes: ReadonlyMap<string, () => Promise<ManagementResponse>>;
  readonly #server: Server;

  constructor(routes: Readonly<Record<string, () => Promise<ManagementResponse>>>) {
    this.#routes = new Map(Object.entries(routes));
    this.#server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS },
      (request, response) => void this.#handle(request, response),
    );
    this.#server.maxConnections = MAXIMUM_CONNECTIONS;
  }

  /** Returns the port. Port 0 lets the system choose one. */
  listen(address: { host: string; port: number }): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#server.once('error', reject);
      this.#server.listen(address, () => {
        this.#server.off('error', reject);
        // For example, the process has no more file descriptors. The service must continue.
        this.#server.on('error', () => {});
        resolve((this.#server.address() as AddressInfo).port);
      });
    });
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A body is not expected and not read.
    request.resume();
    const route = this.#routes.get((request.url ?? '').split('?', 1)[0]!);
    if (route === undefined) {
      const paths = [...this.#routes.keys()].join(', ');
      send(response, { status: 404, json: { message: `The management port serves ${paths}.` } });
    } else if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.setHeader('allow', 'GET, HEAD');
      send(response, { status: 405, json: { message: 'The management port supports GET and HEAD.' } });
    } else {
      send(response, await route().catch(() => ({ status: 500, json: { message: 'The request failed.' } })));
    }
  }
}

function send(response: ServerResponse, content: ManagementResponse): void {
  const isText = 'text' in content;
  response.writeHead(content.status, {
    'content-type': isText ? 'text/plain; version=0.0.4; charset=utf-8' : 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.end(isText ? content.text : JSON.stringify(content.json));
}
