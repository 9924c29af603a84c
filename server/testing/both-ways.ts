import assert from 'node:assert/strict';
import { type Agent, request as httpRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';

// Usual requests are served without the framework, and those with a traceparent with it. These send a request and compare the
// responses.

/** Makes any request unusual, and changes nothing about its response. */
export const TRACEPARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';

export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Of a creation. */
  body?: string | Buffer;
}

export interface Received {
  status: number | undefined;
  headers: Record<string, unknown>;
  bytes: Buffer;
}

/** Sends a request, with its body if there is one, and reads the response as it is sent. */
export function exchange(
  baseUrl: string,
  { method, path, headers, body }: Sent,
  agent?: Agent,
): Promise<Received> {
  const options = { method: method ?? (body === undefined ? 'GET' : 'POST'), headers, agent };
  return new Promise((resolve, reject) => {
    httpRequest(`${baseUrl}/v3${path}`, options, async (response) => {
      const bytes = Buffer.concat(await response.toArray());
      resolve({ status: response.statusCode, headers: response.headers, bytes });
    })
      .on('error', reject)
      .end(body);
  });
}

const DECODERS: Record<string, (bytes: Buffer) => Buffer> = { br: brotliDecompressSync, gzip: gunzipSync };

/** A response without what differs from response to response, or says how its bytes are sent. */
export function lasting({ status, headers, bytes }: Received): object {
  const kept = { ...headers };
  assert.match(String(kept['x-request-id']), /^[0-9a-f-]{36}$/);
  for (const name of ['date', 'x-request-id', 'content-length', 'transfer-encoding']) delete kept[name];
  // Each creation makes another candidate, with one more possible duplicate.
  if ('possible-duplicates' in kept) kept['possible-duplicates'] = 'some';
  const decode = bytes.length === 0 ? undefined : DECODERS[String(kept['content-encoding'])];
  const text = (decode === undefined ? bytes : decode(bytes)).toString();
  const same = text.replace(/"messageGuid":"[^"]+"/, '').replace(/^\{"id":\d+\}$/, 'a new id');
  return { status, headers: kept, text: same };
}
