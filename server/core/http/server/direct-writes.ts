import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '../../services.ts';
import type { Perform } from '../handler/handle.ts';
import { getOperation } from '../handler/operation.ts';
import { FailedOperation } from './direct-failures.ts';
import type { Served, Work } from './direct-routes.ts';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Reads a body whose length has been checked. Never settles if its sender disconnects: then nobody waits for a response. */
export function readBody(request: IncomingMessage): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', () => {});
    request.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks)));
  });
}

/** Runs the operation as the framework would, and sends its result. Rejects with a FailedOperation. */
export function toWrite(services: Services, served: Served, perform: Perform, body: Buffer): Work {
  const { endpoint, caller, request, response, requestId } = served;
  return async (leave) => {
    const reply = new HeaderList();
    try {
      const result = await perform({
        services,
        operation: getOperation(endpoint),
        caller,
        db: services.database.tenant(caller.tenantId),
        request: {
          method: request.method,
          url: request.url,
          headers: request.headers,
          params: {},
          query: {},
          body,
          ip: '',
          leaveTurn: leave,
        } as unknown as FastifyRequest,
        reply: reply as unknown as FastifyReply,
      });
      const { vary } = reply.getHeaders();
      reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
      const text = getOperation(endpoint).serialize!(result);
      response.writeHead(endpoint.success.status, [
        ...['x-request-id', requestId, 'x-content-type-options', 'nosniff'],
        ...reply.toList(),
        ...['cache-control', 'no-store', 'content-type', JSON_TYPE],
        ...['content-length', String(Buffer.byteLength(text))],
      ]);
      response.end(text);
    } catch (error) {
      throw new FailedOperation(error as Error, reply.getHeaders());
    } finally {
      leave();
    }
  };
}

/** The headers that an operation sets, with the functions of a reply that operations use. */
class HeaderList {
  readonly #values: Record<string, string> = {};

  header(name: string, value: string): this {
    this.#values[name.toLowerCase()] = value;
    return this;
  }

  getHeaders(): Record<string, string> {
    return this.#values;
  }

  toList(): string[] {
    return Object.entries(this.#values).flat();
  }
}
