import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ApiError } from './errors.ts';

// Routes outside the endpoint table, such as pages, feeds and the token endpoint. They are data, as endpoints are: a
// handler takes a request and returns a response, and knows nothing of the framework that serves it.

export interface RouteRequest {
  /** The value of X-Request-Id in the response and of requestId in the log. */
  id: string;
  method: string;
  headers: IncomingHttpHeaders;
  /** The {name} parameters of the path. */
  params: Readonly<Record<string, string>>;
  /** A parameter that is sent several times has a list of values. */
  query: RouteQuery;
  /** The address of the caller: a proxy in front is believed only if it is a trusted one. */
  clientAddress: string;
  /** The body, where the group takes text. */
  text: string | undefined;
  /** The request as Node has it. A handler that takes a stream reads the body from it. */
  message: IncomingMessage;
}

export type RouteQuery = Readonly<Record<string, string | string[] | undefined>>;

export interface RouteResponse {
  /** 200 by default. */
  status?: number;
  /** The media type of the body. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Readable;
}

export interface Route {
  /** GET also serves HEAD; its body is then discarded. */
  method: 'GET' | 'POST';
  /** With {name} parameters, below the prefix of the group. */
  path: string;
  handle(request: RouteRequest): RouteResponse | Promise<RouteResponse>;
}

/** Routes that take the same bodies and refuse in the same way. */
export interface RouteGroup {
  routes: readonly Route[];
  prefix?: string;
  /** `text`: read before the handler runs, whatever its media type. `stream`: read by the handler as it arrives. */
  body?: { kind: 'text'; maximumBytes: number } | { kind: 'stream'; mediaType: string; maximumBytes: number };
  /** The response to an error, in place of an error record. An unexpected error has the code `internal`. */
  refuse?(error: ApiError, request: RouteRequest): RouteResponse;
  /** The response to a path below the prefix that no route takes, in place of an error record. */
  refuseUnknownPath?(request: RouteRequest): RouteResponse;
  /** Runs when the server closes. */
  close?(): Promise<void>;
}

/** A response whose body is JSON. */
export function json(
  value: unknown,
  response: Pick<RouteResponse, 'status' | 'headers'> = {},
): RouteResponse {
  return { ...response, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}
