import { createServer } from 'node:http';

// Receives the calls in a separate process. /dead never responds; every other path responds with 200 immediately. Records
// the arrival of each request by the monotonic clock, which all processes on a machine share.

let arrivals: [id: string, path: string, atMs: number][] = [];
let wanted = Number.POSITIVE_INFINITY;
let seen = 0;

const server = createServer((request, response) => {
  const atMs = Number(process.hrtime.bigint()) / 1e6;
  request.resume();
  if (request.url === '/dead') return;
  request.on('end', () => response.end());
  arrivals.push([String(request.headers['webhook-id'] ?? ''), request.url ?? '', atMs]);
  seen++;
  if (seen === wanted) process.send!({ reached: seen, atMs });
});
server.keepAliveTimeout = 600_000;

type Order = { type: 'reset'; wanted: number } | { type: 'arrivals' };
process.on('message', (order: Order) => {
  if (order.type === 'reset') {
    arrivals = [];
    seen = 0;
    wanted = order.wanted;
    process.send!({ isReset: true });
  } else {
    process.send!({ arrivals });
  }
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send!({ port: typeof address === 'object' ? address?.port : undefined });
});
