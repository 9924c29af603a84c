import type { Stellwerk } from '../client.ts';
import type { ApiResponse, Call } from '../core/call.ts';
import { unexpected } from '../core/foreign.ts';
import { nameOf, type Operation, type RequestOptions } from '../core/operation.ts';
import type { RecordStream } from '../core/record-stream.ts';
import { OPERATIONS } from '../generated/table.ts';
import type { Entity, MirroredRecord } from './entities.ts';
import { isGone } from './refusals.ts';

type Read = (...values: unknown[]) => Call<unknown>;
type Method = Read & { stream?: (...values: unknown[]) => Promise<RecordStream<unknown>> };

interface Route {
  pattern: RegExp;
  operation: Operation;
  method: Method;
}

/** Reads records by the path that the feed and the inventory return for them. */
export class RecordReader {
  readonly #routes: Route[] = [];
  readonly #methods = new Map<string, Method>();
  #branches: Promise<Map<number, MirroredRecord>> | undefined;

  constructor(client: Stellwerk) {
    const groups = client as unknown as Record<string, Record<string, Method>>;
    for (const [group, operations] of Object.entries(OPERATIONS)) {
      for (const [name, operation] of Object.entries(operations)) {
        const method = groups[group]?.[name];
        if (operation.method !== 'GET' || operation.bytes || method === undefined) continue;
        this.#methods.set(operation.path, method);
        this.#routes.push({
          pattern: new RegExp(`^${operation.path.replaceAll(/\{\w+\}/g, '([^/]+)')}$`),
          operation,
          method,
        });
      }
    }
    // A literal path must match before one with a parameter in the same place.
    this.#routes.sort((a, b) => b.pattern.source.length - a.pattern.source.length);
  }

  /** Drops the list of branches, which is read once for all branches in a batch. */
  startBatch(): void {
    this.#branches = undefined;
  }

  /** The GET operation with this path template, or undefined if this version of the client does not have it. */
  find(path: string): Method | undefined {
    return this.#methods.get(path);
  }

  /** Whether this version of the client has an operation for this path. */
  canRead(endpoint: string): boolean {
    return endpoint === '/branches' || this.#routes.some(({ pattern }) => pattern.test(endpoint));
  }

  /** The current record, or undefined if it does not exist. */
  async read(
    { entity, id, endpoint }: { entity: Entity; id: number; endpoint: string },
    options: RequestOptions,
  ): Promise<MirroredRecord | undefined> {
    if (entity === 'branch') {
      const reading = this.#branches ?? this.#readBranches(options);
      this.#branches = reading;
      try {
        return (await reading).get(id);
      } catch (error) {
        // Every later branch would fail with the same error.
        if (this.#branches === reading) this.#branches = undefined;
        throw error;
      }
    }
    return (await orUndefined(this.#read(endpoint, options, isRecord))) as MirroredRecord | undefined;
  }

  /** What the service returns for this path: a record, or a list of records. Undefined if it does not exist. */
  async readAny(endpoint: string, options: RequestOptions): Promise<unknown> {
    return orUndefined(this.#read(endpoint, options, isObject));
  }

  /** The documents of a candidate without their contents, or undefined if the candidate does not exist. */
  async readDocuments(candidateId: number, options: RequestOptions): Promise<MirroredRecord[] | undefined> {
    const endpoint = `/candidates/export/candidates/${candidateId}/documents`;
    const list = await orUndefined(this.#read(endpoint, options, has('candidateDocuments')));
    return (list as { candidateDocuments: MirroredRecord[] } | undefined)?.candidateDocuments;
  }

  async #readBranches(options: RequestOptions): Promise<Map<number, MirroredRecord>> {
    const list = await this.#read('/branches', options, has('branches'));
    const { branches } = list as { branches: MirroredRecord[] };
    return new Map(branches.map((branch) => [Number(branch.id), branch]));
  }

  /** Throws an UnexpectedResponseError for a response that the service never sends: a record must not count as gone because of it. */
  async #read(endpoint: string, options: RequestOptions, isExpected: (data: unknown) => boolean) {
    for (const { pattern, operation, method } of this.#routes) {
      const match = pattern.exec(endpoint);
      if (match === null) continue;
      const query = operation.query ? [{}] : [];
      const response: ApiResponse<unknown> = await method(
        ...match.slice(1),
        ...query,
        options,
      ).withResponse();
      if (isExpected(response.data)) return response.data;
      throw unexpected(nameOf(operation), response, 'the response is not what the service returns.');
    }
    throw new TypeError(`This version of the client has no operation that reads ${endpoint}.`);
  }
}

async function orUndefined<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isGone(error)) return undefined;
    throw error;
  }
}

function isObject(data: unknown): data is object {
  return data !== null && typeof data === 'object';
}

function isRecord(data: unknown): boolean {
  return isObject(data) && ['number', 'string'].includes(typeof (data as { id?: unknown }).id);
}

function has(list: string): (data: unknown) => boolean {
  return (data) => isObject(data) && Array.isArray((data as Record<string, unknown>)[list]);
}
