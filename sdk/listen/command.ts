#!/usr/bin/env node
import { Stellwerk } from '../client.ts';
import { CONNECTION_HELP, readConnection } from '../commands/connection.ts';
import { explain, readFlags, readNumber, runCommand, UsageError } from '../commands/run.ts';
import { RecordReader } from '../mirror/record-reader.ts';
import type { WebhookEvent } from './event.ts';
import { startReceiver } from './receiver.ts';
import { registerAll } from './registrations.ts';

const HELP = `stellwerk-listen shows webhook calls as they come, each with the record it is about.

  stellwerk-listen --demo ./data                 all events of the service on this machine
  stellwerk-listen --event 'candidate.*' --public-url https://….example.com/

  --event NAME       an event, or several by a * at the end; may be given more than once; all events by default
  --port PORT        local port; 8090. 0 takes a free one
  --public-url URL   where the service reaches that port; http://localhost:PORT/ by default, which a service takes only
                     when it was started with WEBHOOK_ALLOW_PRIVATE=true
  --no-records       do not fetch the records
  --json             a line of JSON for every event

${CONNECTION_HELP}

The registrations are removed at the end. Exit codes: 0 ended by Ctrl-C, 1 failed, 2 called wrongly or not set up.`;

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

async function main(words: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = readFlags(words, FLAGS);
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  if (flags.help) {
    write(HELP);
    return 0;
  }
  const isJson = flags.json === true;
  const tell = (type: string, message: string) =>
    isJson ? write(JSON.stringify({ type, message })) : void process.stderr.write(`${message}\n`);
  const { client: connection, webhookSecrets } = await readConnection({
    environment: process.env,
    demo: flags.demo as string | undefined,
    url: flags.url as string | undefined,
  });
  if (webhookSecrets.length === 0)
    throw new UsageError(
      'Set STELLWERK_WEBHOOK_SECRET to the secret that the console shows: without it a call cannot be verified.',
    );
  const client = new Stellwerk(connection);
  const reader = new RecordReader(client);
  // One after the other, so that what is shown is in the order of the calls.
  let showing = Promise.resolve();
  const show = async (event: WebhookEvent) => {
    const record = flags['no-records'] ? undefined : await fetchRecord(reader, event, signal);
    if (isJson) write(JSON.stringify({ type: 'event', ...event, record }));
    else
      write(
        `${event.eventDateUtc}  ${event.event}  ${event.endpointMethod} ${event.endpoint}\n${
          record === undefined ? '' : `${JSON.stringify(record, null, 2)}\n`
        }`,
      );
  };
  const receiver = await startReceiver({
    port: readNumber('port', flags.port, { standard: 8090, least: 0, most: 65_535 }),
    secrets: webhookSecrets,
    onEvent: (event) => {
      showing = showing
        .then(() => show(event))
        .catch((error) => {
          if (!signal.aborted) tell('error', `${event.event} ${event.endpoint}: ${explain(error)}`);
        });
    },
    onRefused: (reason) => tell('refused', `Call refused: ${reason}`),
  });
  const url = (flags['public-url'] as string | undefined) ?? `http://localhost:${receiver.port}/`;
  try {
    const { added, existing, remove } = await registerAll(client, url, flags.event as string[] | undefined);
    try {
      if (existing.length > 0)
        tell(
          'warning',
          `${url} is registered already for ${existing.map(({ name }) => name).join(', ')}: another receiver, or one that was killed. These registrations stay when this ends.`,
        );
      tell(
        'listening',
        `Listening on port ${receiver.port} as ${url} for ${added.length + existing.length} events. Ctrl-C ends it.`,
      );
      await new Promise<void>((resolve) => {
        if (signal.aborted) resolve();
        else signal.addEventListener('abort', () => resolve(), { once: true });
      });
      await showing;
    } finally {
      await remove();
    }
  } finally {
    await receiver.close();
  }
  return 0;
}

/** The record as it is now; undefined when it is gone, or when the event names a window of changes. */
async function fetchRecord(
  reader: RecordReader,
  { endpoint, endpointMethod, entityId }: WebhookEvent,
  signal: AbortSignal,
): Promise<unknown> {
  const path = endpoint.split('?')[0]!;
  if (endpointMethod !== 'GET' || !reader.canRead(path)) return undefined;
  // Contents have no place on a terminal.
  const { documentBlob: _, ...record } =
    (await reader.read(
      { entity: path === '/branches' ? 'branch' : 'candidate', id: entityId, endpoint: path },
      { signal },
    )) ?? {};
  return Object.keys(record).length === 0 ? undefined : record;
}

process.exitCode = await runCommand((signal) => main(process.argv.slice(2), signal));
