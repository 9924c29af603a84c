import { Counter, Gauge, type Registry } from 'prom-client';
import type { LoadLimits } from './limits.ts';

/** Gauges of what the process does at once. The values of several processes add up. */
export function addLoadGauges(
  registry: Registry,
  { streams, downloads, uploads, requests }: LoadLimits,
): void {
  const add = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read());
      },
    });
  add('streams_running', 'Streamed responses that hold a database connection.', () => streams.running);
  add('streams_waiting', 'Streamed responses that wait for one to end.', () => streams.waiting);
  add('downloads_running', 'Documents that are being sent.', () => downloads.running);
  add('downloads_waiting', 'Documents that wait for another one to be sent.', () => downloads.waiting);
  add('uploads_running', 'Requests with documents that are being received.', () => uploads.running);
  add('uploads_waiting', 'Requests with documents that wait for another one to end.', () => uploads.waiting);
  add('requests_running', 'Requests that the process works on.', () => requests.running);
  add('requests_waiting', 'Requests that wait for their turn.', () => requests.waiting);
  new Counter({
    name: 'requests_refused_total',
    help: 'Requests that were refused because the process had too much to do.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(requests.refused);
    },
  });
}
