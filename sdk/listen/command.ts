#!/usr/bin/env node
import { Stellwerk } from '../client.ts';
import { CONNECTION_HELP, checkWebhookSecrets, readConnection } from '../commands/connection.ts';
import { writeOutput } from '../commands/output.ts';
import { explain, readFlags, readNumber, runCommand, UsageError } from '../commands/run.ts';
import { RecordReader } from '../mirror/record-reader.ts';
import type { WebhookEvent } from './event.ts';
import { startReceiver } from './receiver.ts';
import { registerAll } from './registrations.ts';

const HELP = `stellwerk-listen receives webhook calls and prints each with the record it refers to.

  stellwerk-listen --demo ./data                 all events of a local service
  stellwerk-listen --event 'candidate.*' --public-url https://….example.com/

  --event NAME       an event, or several with a trailing *; can be repeated (default: all events)
  --port PORT        local port, 0 for any free port (default: 8090)
  --public-url URL   the URL at which the service reaches that port (default: http://localhost:PORT/, which only a
                     service with WEBHOOK_ALLOW_PRIVATE=true accepts)
  --no-records       do not fetch the records
  --json             print every event as a line of JSON

${CONNECTION_HELP}

The registrations are removed at exit. Exit codes: 0 stopped by Ctrl-C, or by the end of the terminal or of the program
that reads the output; 1 failure; 2 wrong usage or missing configuration.`;

const FLAGS = {
  event: { type: 'string', multiple: true },
  port: { type: 'string' },
  'public-url': { type: 'string' },
  'no-records': { type: 'boolean' },
  json: { type: 'boolean' },
  demo: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

interface Output {
  print(text: string): void;
  notify(type: string, message: string): void;
  showEvent(event: WebhookEvent, record: unknown): void;
}

async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = readFlags(args, FLAGS);
  const output = createOutput(flags.json === true);
  if (flags.help) {
    output.print(HELP);
    return 0;
  }
  const connection = await readConnection({
    environment: process.env,
    demo: flags.demo as string | undefined,
    url: flags.url as string | undefined,
  });
  if (connection.webhookSecrets.length === 0)
    throw new UsageError(
      'Set STELLWERK_WEBHOOK_SECRET to the secret shown in the console. Without it, calls cannot be verified.',
    );
  checkWebhookSecrets(connection);
  const client = new Stellwerk(connection.client);
  const reader = new RecordReader(client);
  // One at a time, so that events are printed in the order of the calls.
  let printing = Promise.resolve();
  const receiver = await startReceiver({
    port: readNumber('port', flags.port, { default: 8090, minimum: 0, maximum: 65_535 }),
    portFlag: '--port',
    secrets: connection.webhookSecrets,
    onEvent: (event) => {
      printing = printing
        .then(() => (flags['no-records'] ? undefined : fetchRecord(reader, event, signal)))
        .then(
          (record) => output.showEvent(event, record),
          (error) => {
            output.showEvent(event, undefined);
            if (!signal.aborted)
              output.notify('error', `${event.event} ${event.endpoint}: ${explain(error)}`);
          },
        );
    },
    onRefused: (reason) => output.notify('refused', `Call refused: ${reason}`),
  });
  const url = (flags['public-url'] as string | undefined) ?? `http://localhost:${receiver.port}/`;
  try {
    await listen(
      client,
      { url, port: receiver.port, events: flags.event as string[] | undefined },
      output,
      signal,
    );
    await printing;
  } finally {
    await receiver.close();
  }
  return 0;
}

/** Registers the URL, waits for the signal and removes the registrations. */
async function listen(
  client: Stellwerk,
  { url, port, events }: { url: string; port: number; events: string[] | undefined },
  { notify }: Output,
  signal: AbortSignal,
): Promise<void> {
  const { added, existing, remove } = await registerAll(client, url, events);
  try {
    if (existing.length > 0)
      notify(
        'warning',
        `${url} is already registered for ${existing.map(({ name }) => name).join(', ')}, by another receiver or by one that was killed. These registrations will not be removed.`,
      );
    notify(
      'listening',
      `Listening on port ${port} as ${url} for ${added.length + existing.length} events. Press Ctrl-C to stop.`,
    );
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      else signal.addEventListener('abort', () => resolve(), { once: true });
    });
  } finally {
    await remove();
  }
}

function createOutput(isJson: boolean): Output {
  const print = (text: string) => writeOutput(`${text}\n`);
  return {
    print,
    notify: (type, message) =>
      isJson ? print(JSON.stringify({ type, message })) : void process.stderr.write(`${message}\n`),
    showEvent(event, record) {
      if (isJson) return print(JSON.stringify({ type: 'event', ...event, record }));
      print(`${event.eventDateUtc}  ${event.event}  ${event.endpointMethod} ${event.endpoint}`);
      print(record === undefined ? '' : `${JSON.stringify(record, null, 2)}\n`);
    },
  };
}

/** The current record, or undefined if it is gone. The endpoint of a deletion is the hour of the change stream that lists it. */
async function fetchRecord(
  reader: RecordReader,
  { event, endpoint, endpointMethod, entityId }: WebhookEvent,
  signal: AbortSignal,
): Promise<unknown> {
  const path = endpoint.split('?')[0]!;
  if (endpointMethod !== 'GET' || event.endsWith('.deleted') || !reader.canRead(path)) return undefined;
  // Every event is later than the list of branches that was read for the one before.
  reader.startBatch();
  // The contents of a document are of no use on a terminal.
  const { documentBlob: _, ...record } = ((path === '/branches'
    ? await reader.read({ entity: 'branch', id: entityId, endpoint: path }, { signal })
    : await reader.readAny(path, { signal })) ?? {}) as Record<string, unknown>;
  return Object.keys(record).length === 0 ? undefined : record;
}

process.exitCode = await runCommand((signal) => main(process.argv.slice(2), signal));
