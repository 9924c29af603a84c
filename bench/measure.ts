import { Agent, request as httpRequest } from 'node:http';
import { SmallClient } from './small-client.ts';

export interface Row {
  name: string;
  unit: string;
  limit: number;
  service: number;
  ratio: number;
  target: number | undefined;
}

export function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

interface Load {
  port: number;
  /** Of further processes, among which the connections are divided. */
  otherPorts?: readonly number[];
  /** The next request, as it is sent. */
  request(index: number): string;
  /** How many requests to send, or for how long. */
  until: { requests: number } | { seconds: number };
  /** 16 if not set. Each sends its next request when it has a response. */
  connections?: number;
}

const CONNECTIONS = 16;

/** Sends requests over some connections and returns their number. Throws if any request fails. */
export async function sendRequests({
  port,
  otherPorts = [],
  request,
  until,
  connections = CONNECTIONS,
}: Load): Promise<number> {
  let index = 0;
  const endMs = 'seconds' in until ? performance.now() + until.seconds * 1000 : Infinity;
  const maximum = 'requests' in until ? until.requests : Infinity;
  const ports = [port, ...otherPorts];
  const work = async (number: number) => {
    const connection = new SmallClient(ports[number % ports.length]!);
    while (index < maximum && performance.now() < endMs) await sendOne(connection, request(index++));
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, number) => work(number)));
  return index;
}

/** The median time of a request in milliseconds, over one connection with nothing else in progress. */
export async function measureLatency(
  port: number,
  request: (index: number) => string,
  requests: number,
): Promise<number> {
  const connection = new SmallClient(port);
  const times: number[] = [];
  for (let index = 0; index < requests; index++) {
    const text = request(index);
    const startedMs = performance.now();
    await sendOne(connection, text);
    times.push(performance.now() - startedMs);
  }
  connection.close();
  return median(times);
}

async function sendOne(connection: SmallClient, request: string): Promise<void> {
  const { status } = await connection.send(request);
  if (status !== 200) throw new Error(`${request.slice(0, request.indexOf('\r'))} returned ${status}.`);
}

/** A request as it is sent. */
export function formatRequest(
  method: 'GET' | 'POST',
  path: string,
  headers: Readonly<Record<string, string>>,
  body = '',
): string {
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const length = body === '' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: x\r\n${lines.join('')}${length}\r\n${body}`;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Reads one response to its end and returns megabytes per second. */
export async function megabytesPerSecond(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const startedMs = performance.now();
  const bytes = await readBytes(port, path, headers);
  return bytes / 1e6 / ((performance.now() - startedMs) / 1000);
}

/** Reads one response to its end and returns the number of its bytes. */
export function readBytes(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path} returned ${response.statusCode}`));
        resolve(bytes);
      });
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
  });
}

/** Sends a record as JSON and returns its id. */
export function createRecord(
  port: number,
  path: string,
  body: Buffer,
  { headers, agent: own }: { headers: Record<string, string>; agent: Agent },
): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = { ...headers, 'content-type': 'application/json', 'content-length': body.length };
    httpRequest(
      { port, host: '127.0.0.1', path, method: 'POST', agent: own, headers: sent },
      async (response) => {
        const text = Buffer.concat(await response.toArray()).toString();
        if (response.statusCode === 200) resolve(JSON.parse(text).id);
        else reject(new Error(`${path} returned ${response.statusCode}`));
      },
    )
      .on('error', reject)
      .end(body);
  });
}

/**
 * Measures the limit and the service alternately, so that other load on the machine affects both, and compares the
 * medians. The first round of each is a warm-up and does not count.
 */
export async function compare(
  name: string,
  unit: string,
  target: number | undefined,
  rounds: number,
  limit: () => Promise<number>,
  service: () => Promise<number>,
): Promise<Row> {
  const limits: number[] = [];
  const services: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const [a, b] = [await limit(), await service()];
    if (round === 0) continue;
    limits.push(a);
    services.push(b);
  }
  const row = { name, unit, limit: median(limits), service: median(services), target };
  return { ...row, ratio: row.service / row.limit };
}
