import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { ApiError } from './errors.ts';

// Routes outside the endpoint table, such as pages, feeds and the token endpoint. Like endpoints, they are data: a handler
// maps a request to a response and does not depend on the framework.

export interface RouteRequest {
  /** The value of X-Request-Id in the response and of requestId in the log. */
  id: string;
  method: string;
  headers: IncomingHttpHeaders;
  /** The {name} parameters of the path. */
  params: Readonly<Record<string, string>>;
  /** A parameter that is sent several times has an array of values. */
  query: RouteQuery;
  /** The IP address of the caller. X-Forwarded-For counts only if a trusted proxy sends it. */
  clientAddress: string;
  /** The body, if the group accepts text. */
  text: string | undefined;
  /** Node's request object. A handler in a group of kind `stream` reads the body from it. */
  message: IncomingMessage;
}

export type RouteQuery = Readonly<Record<string, string | string[] | undefined>>;

export interface RouteResponse {
  /** 200 by default. */
  status?: number;
  /** The media type of the body. */
  type?: string;
  headers?: Readonly<Record<string, string>>;
  body?: string | Buffer | Readable;
}

export interface Route {
  /** GET also serves HEAD, which discards the body. */
  method: 'GET' | 'POST';
  /** The path without the prefix of the group, with {name} parameters. */
  path: string;
  handle(request: RouteRequest): RouteResponse | Promise<RouteResponse>;
}

/** Routes that accept the same bodies and share their error responses. */
export interface RouteGroup {
  routes: readonly Route[];
  prefix?: string;
  /** Whether the routes are served however much the process has to do. */
  isExempt?: boolean;
  /** `text`: read before the handler runs, with any media type. `stream`: read by the handler while it arrives. */
  body?: { kind: 'text'; maximumBytes: number } | { kind: 'stream'; mediaType: string; maximumBytes: number };
  /** The response to an error. Without it, an error record is sent. An unexpected error has the code `internal`. */
  respondToError?(error: ApiError, request: RouteRequest): RouteResponse;
  /** The response to an unknown path below the prefix. Without it, an error record is sent. */
  respondToUnknownPath?(request: RouteRequest): RouteResponse | Promise<RouteResponse>;
  /** Runs when the server closes. */
  close?(): Promise<void>;
}

/** Creates a response with a JSON body. */
export function json(
  value: unknown,
  response: Pick<RouteResponse, 'status' | 'headers'> = {},
): RouteResponse {
  return { ...response, type: 'application/json; charset=utf-8', body: JSON.stringify(value) };
}
