import { Agent, request as startRequest } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { DocumentedOperation } from './document.ts';
import type { GeneratedRequest } from './generated-request.ts';
import { toJsonText } from './json-text.ts';
import type { LiveRecords } from './live-records.ts';
import { isRecordPick } from './values.ts';

/** A request as it is sent over the wire. */
export interface SentRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

export interface Answer {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  contentType: string;
  body: Buffer;
}

/** Looks up the records that the request names. */
export async function prepare(
  operation: DocumentedOperation,
  request: GeneratedRequest,
  records: LiveRecords,
  tokens: { permitted: string; unpermitted: string },
): Promise<SentRequest> {
  const { path, company } = await records.fillPath(operation, request.path, request.pick);
  const parameters = request.query.map(([name, value]) => `${escaped(name)}=${escaped(value)}`);
  const query = [...parameters, ...request.rawQuery].join('&');
  const value = request.body === undefined ? undefined : await withRecords(request.body, records, company);
  const body = request.rawBody ?? (value === undefined ? undefined : toJsonText(value));
  return {
    method: operation.method,
    path: `/v3${path}${query === '' ? '' : `?${query}`}`,
    headers: {
      authorization: `Bearer ${request.isUnpermitted ? tokens.unpermitted : tokens.permitted}`,
      'user-agent': 'Fuzz/1.0',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...request.headers,
    },
    body,
  };
}

function escaped(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

// One after the other: the connection for look-ups runs one query at a time.
async function withRecords(value: unknown, records: LiveRecords, company: number | null): Promise<unknown> {
  if (isRecordPick(value)) return records.id(value.$record, value.pick, company, value.wanted);
  if (Array.isArray(value)) {
    const items: unknown[] = [];
    for (const item of value) items.push(await withRecords(item, records, company));
    return items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries: [string, unknown][] = [];
  for (const [name, child] of Object.entries(value))
    entries.push([name, await withRecords(child, records, company)]);
  return Object.fromEntries(entries);
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 });

/** Sends requests that fetch would refuse or correct. */
export function send(baseUrl: string, { method, path, headers, body }: SentRequest): Promise<Answer> {
  const { hostname, port } = new URL(baseUrl);
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const request = startRequest(
      { agent, hostname, port, method, path, headers: { ...headers, ...length } },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            contentType: response.headers['content-type'] ?? '',
            body: decompress(Buffer.concat(chunks), response.headers['content-encoding']),
          }),
        );
      },
    );
    request.on('error', reject);
    request.end(body);
  });
}

function decompress(body: Buffer, encoding: string | undefined): Buffer {
  if (body.length === 0 || encoding === undefined) return body;
  return encoding === 'br' ? brotliDecompressSync(body) : gunzipSync(body);
}

export function closeConnections(): void {
  agent.destroy();
}
