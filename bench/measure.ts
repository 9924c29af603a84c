import { Agent, request as httpRequest } from 'node:http';
import autocannon from 'autocannon';

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
  method?: 'GET' | 'POST';
  /** The path and body of the next request. */
  next(index: number): { path: string; body?: string };
  headers?: Record<string, string>;
}

const CONNECTIONS = 16;

/** Successful requests per second over the duration. Throws if any request fails. */
export async function requestsPerSecond(load: Load, seconds: number): Promise<number> {
  let index = 0;
  const instance = await autocannon({
    url: `http://127.0.0.1:${load.port}`,
    connections: CONNECTIONS,
    duration: seconds,
    requests: [
      {
        method: load.method ?? 'GET',
        headers: load.headers,
        setupRequest: (request) => ({ ...request, ...load.next(index++) }),
      },
    ],
  });
  const failed = instance.non2xx + instance.errors + instance.timeouts;
  if (failed > 0) throw new Error(`${failed} requests to port ${load.port} failed`);
  return instance.requests.total / instance.duration;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Reads one response to its end and returns megabytes per second. */
export function megabytesPerSecond(
  port: number,
  path: string,
  headers: Record<string, string>,
): Promise<number> {
  const startedMs = performance.now();
  return new Promise((resolve, reject) => {
    httpRequest({ port, host: '127.0.0.1', path, headers, agent }, (response) => {
      let bytes = 0;
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        if (response.statusCode !== 200) reject(new Error(`${path} returned ${response.statusCode}`));
        resolve(bytes / 1e6 / ((performance.now() - startedMs) / 1000));
      });
      response.on('error', reject);
    })
      .on('error', reject)
      .end();
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
