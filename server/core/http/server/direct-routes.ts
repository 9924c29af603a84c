import type { IncomingMessage, ServerResponse } from 'node:http';
import { PREFIXES } from '../audiences.ts';
import type { ClientCaller } from '../context.ts';
import type { AnyEndpoint, ShortRead } from '../endpoint.ts';
import { INT32_MAXIMUM } from '../schema.ts';

/** An endpoint, and the id at the end of the path. */
interface DirectRoute {
  endpoint: AnyEndpoint;
  /** 0 if the path has none. */
  id: number;
  /** Set for a list with a query. */
  readShort?: ShortRead;
}

/** A request that is served without the framework. */
export interface Served extends DirectRoute {
  caller: ClientCaller;
  request: IncomingMessage;
  response: ServerResponse;
  requestId: string;
}

/** Sends a response, and calls `leave` when the request no longer counts among those in progress. */
export type Work = (leave: () => void) => Promise<void> | void;

/** Finds the endpoint of a path that is written exactly as the interface has it. */
export function createRouter(
  endpoints: readonly AnyEndpoint[],
): (method: string, url: string) => DirectRoute | undefined {
  const reads = new Paths<DirectRoute>();
  const creations = new Paths<DirectRoute>();
  const lists = new Paths<AnyEndpoint>();
  const records: { start: string; endpoint: AnyEndpoint }[] = [];
  for (const endpoint of endpoints) {
    const path = PREFIXES.integration + endpoint.path;
    if (endpoint.audience !== 'integration') continue;
    if (endpoint.ready !== undefined) reads.add(path, { endpoint, id: 0 });
    if (endpoint.isDirect === true) creations.add(path, { endpoint, id: 0 });
    if (endpoint.readShort !== undefined) lists.add(path, endpoint);
    if (endpoint.readText === undefined) continue;
    if (path.endsWith('}')) records.push({ start: path.replace(/\{\w+\}$/, ''), endpoint });
    else reads.add(path, { endpoint, id: 0 });
  }
  return (method, url) => {
    if (method === 'POST') return creations.find(url);
    if (method !== 'GET') return undefined;
    for (const { start, endpoint } of records) {
      if (!url.startsWith(start)) continue;
      const id = url.slice(start.length);
      if (/^\d{1,10}$/.test(id) && Number(id) <= INT32_MAXIMUM) return { endpoint, id: Number(id) };
    }
    const mark = url.indexOf('?');
    if (mark === -1) return reads.find(url);
    const list = lists.find(url.slice(0, mark));
    const readShort = list?.readShort?.(url.slice(mark + 1));
    return readShort && { endpoint: list!, id: 0, readShort };
  };
}

/**
 * Finds a path by comparing it with those of the same length. To look a path up in a Map, V8 first adds it to its table of strings,
 * and the path of every record is another one (docs/adr/0052-young-generation-and-strings.md).
 */
class Paths<T> {
  readonly #byLength: { path: string; value: T }[][] = [];

  add(path: string, value: T): void {
    this.#byLength[path.length] ??= [];
    this.#byLength[path.length]!.push({ path, value });
  }

  find(path: string): T | undefined {
    return this.#byLength[path.length]?.find((known) => known.path === path)?.value;
  }
}
