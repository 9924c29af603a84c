import type { IncomingMessage, ServerResponse } from 'node:http';
import { PREFIXES } from '../audiences.ts';
import type { ClientCaller } from '../context.ts';
import type { AnyEndpoint, ShortRead } from '../endpoint.ts';
import { INT32_MAXIMUM } from '../schema.ts';

/** An endpoint, and the id at the end of the path. */
export interface DirectRoute {
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
  const reads = new Map<string, DirectRoute>();
  const records = new Map<string, AnyEndpoint>();
  const creations = new Map<string, DirectRoute>();
  const lists = new Map<string, AnyEndpoint>();
  for (const endpoint of endpoints) {
    const path = PREFIXES.integration + endpoint.path;
    if (endpoint.audience !== 'integration') continue;
    if (endpoint.ready !== undefined) reads.set(path, { endpoint, id: 0 });
    if (endpoint.isDirect === true) creations.set(path, { endpoint, id: 0 });
    if (endpoint.readShort !== undefined) lists.set(path, endpoint);
    if (endpoint.readText === undefined) continue;
    if (path.endsWith('}')) records.set(path.replace(/\{\w+\}$/, ''), endpoint);
    else reads.set(path, { endpoint, id: 0 });
  }
  return (method, url) => {
    if (method === 'POST') return creations.get(url);
    if (method !== 'GET') return undefined;
    const read = reads.get(url);
    if (read !== undefined) return read;
    const mark = url.indexOf('?');
    if (mark !== -1) {
      const list = lists.get(url.slice(0, mark));
      const readShort = list?.readShort?.(url.slice(mark + 1));
      return readShort && { endpoint: list!, id: 0, readShort };
    }
    const start = url.lastIndexOf('/') + 1;
    const endpoint = records.get(url.slice(0, start));
    const text = url.slice(start);
    if (endpoint === undefined || !/^\d{1,10}$/.test(text)) return undefined;
    const id = Number(text);
    return id <= INT32_MAXIMUM ? { endpoint, id } : undefined;
  };
}
