import type { Readable } from 'node:stream';
import { contentTag, matches } from '../../core/http/entity-tag.ts';

/** What the portal needs of a request and its answer; Fastify's own fit. */
export interface PageRequest {
  id: string;
  ip: string;
  method: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  query: unknown;
  params: unknown;
}

export interface PageReply {
  status(code: number): PageReply;
  headers(values: Record<string, string>): PageReply;
  header(name: string, value: string): PageReply;
  type(type: string): PageReply;
  send(payload?: string | Readable): PageReply;
}

// No script runs, not even one that got into an ad; data blocks are not run and need no permission.
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** Sends a page that may be kept but must be asked for again: every look at it is to be counted. */
export function sendPage(request: PageRequest, reply: PageReply, html: string, language: string): PageReply {
  const tag = contentTag(html);
  reply.headers({
    ...PAGE_HEADERS,
    etag: tag,
    'cache-control': 'private, no-cache',
    'content-language': language,
    vary: 'accept-language',
  });
  const current = request.headers['if-none-match'];
  if (typeof current === 'string' && matches(current, tag)) return reply.status(304).send();
  return reply.status(200).type('text/html; charset=utf-8').send(html);
}

/** Sends a page that is made for this one request: a form with its token, or what became of one. */
export function sendOnce(reply: PageReply, status: number, html: string, language: string): PageReply {
  return reply
    .status(status)
    .headers({ ...PAGE_HEADERS, 'cache-control': 'no-store', 'content-language': language })
    .type('text/html; charset=utf-8')
    .send(html);
}

/** Leads the browser on by a GET. */
export function redirect(reply: PageReply, status: 301 | 302 | 303, path: string): PageReply {
  return reply.status(status).headers({ location: path, 'cache-control': 'no-store' }).send();
}
