#!/usr/bin/env -S node --max-semi-space-size=4
// Of 100,000 candidates nearly all is garbage at once: V8 would let 48 MB of it gather before it cleans up.
import { CONNECTION_HELP, readConnection } from '../commands/connection.ts';
import { explain, readFlags, readNumber, runCommand, UsageError } from '../commands/run.ts';
import { startReceiver } from '../listen/receiver.ts';
import { type Registration, registerAll } from '../listen/registrations.ts';
import type { Listener } from './events.ts';
import { Mirror, type MirrorStatus, statusOf } from './mirror.ts';
import { toJsonLines, toReadable } from './report.ts';
import type { VerifyReport } from './verify.ts';

const HELP = `stellwerk-mirror keeps a complete copy of the platform in a database of your own.

  stellwerk-mirror --target mirror.db            load everything, then follow the changes until Ctrl-C
  stellwerk-mirror --target postgres://… --once  catch up and end

What it does (by default it follows the changes):
  --once             catch up and end
  --verify           catch up, compare every record with the service, name what differs; exit code 1 if anything does
  --status           what the copy says of itself, without asking the service
  --resync           read everything anew, keeping what is stored until it has been replaced

How:
  --target T         an SQLite file (Node 22.13 or newer) or postgres://… (needs the package pg)
  --windows          go by the hourly change streams instead of the feed
  --poll SECONDS     pause between two looks at the service; 5
  --refresh SECONDS  pause between two looks at value lists, and with --windows at what has no window; 3600,
                     0: at every look
  --parallel N       calls at once, 1 to 64; 8
  --documents DIR    keep the contents of documents too, as files named by their id
  --listen PORT      take webhook calls at this port and look at once when one comes; needs --public-url
  --public-url URL   where the service reaches that port, for example http://localhost:PORT/
  --json             a line of JSON for every event and result

${CONNECTION_HELP}

Exit codes: 0 done, 1 failed or different, 2 called wrongly or not set up.
A kill at any moment loses nothing: the next start goes on.`;

const FLAGS = {
  target: { type: 'string' },
  once: { type: 'boolean' },
  verify: { type: 'boolean' },
  status: { type: 'boolean' },
  resync: { type: 'boolean' },
  windows: { type: 'boolean' },
  poll: { type: 'string' },
  refresh: { type: 'string' },
  parallel: { type: 'string' },
  documents: { type: 'string' },
  listen: { type: 'string' },
  'public-url': { type: 'string' },
  json: { type: 'boolean' },
  demo: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const DIFFERENCES_SHOWN = 100;

async function main(words: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = readFlags(words, FLAGS);
  const write = (text: string) => void process.stdout.write(text);
  if (flags.help) {
    write(`${HELP}\n`);
    return 0;
  }
  const target = flags.target as string | undefined;
  if (target === undefined)
    throw new UsageError('Say where the copy goes: --target mirror.db or --target postgres://… See --help.');
  const isJson = flags.json === true;
  if (flags.status) {
    const status = await statusOf(target);
    write(isJson ? `${JSON.stringify(status)}\n` : describeStatus(status));
    return 0;
  }
  const { client: connection, webhookSecrets } = await readConnection({
    environment: process.env,
    demo: flags.demo as string | undefined,
    url: flags.url as string | undefined,
  });
  const seconds = { least: 1, most: 86_400 };
  const onEvent = isJson ? toJsonLines(write) : toReadable(write, process.stdout.isTTY === true);
  const mirror = await Mirror.open({
    connection,
    target,
    mode: flags.windows ? 'windows' : 'feed',
    pollMs: readNumber('poll', flags.poll, { standard: 5, ...seconds }) * 1000,
    refreshMs: readNumber('refresh', flags.refresh, { standard: 3600, ...seconds, least: 0 }) * 1000,
    concurrency: readNumber('parallel', flags.parallel, { standard: 8, least: 1, most: 64 }),
    documents: flags.documents as string | undefined,
    onEvent,
  });
  try {
    if (flags.resync) await mirror.reload('--resync');
    if (flags.verify) return report(await mirror.verify(signal), isJson, write);
    if (flags.once) await mirror.catchUp(signal);
    else if (flags.listen === undefined) await mirror.follow(signal);
    else await followAndListen(mirror, flags, webhookSecrets, onEvent, signal);
    return 0;
  } finally {
    await mirror.close();
  }
}

/** Follows, and is woken by webhook calls; without them, or without their secret, polling goes on as before. */
async function followAndListen(
  mirror: Mirror,
  flags: ReturnType<typeof readFlags>,
  secrets: readonly string[],
  onEvent: Listener,
  signal: AbortSignal,
): Promise<void> {
  const url = flags['public-url'] as string | undefined;
  if (url === undefined || !URL.canParse(url))
    throw new UsageError('--listen needs --public-url, the address at which the service reaches this port.');
  if (secrets.length === 0)
    throw new UsageError('--listen needs STELLWERK_WEBHOOK_SECRET: without it anybody could call.');
  const warn = (message: string) => onEvent({ type: 'warning', message });
  const receiver = await startReceiver({
    port: readNumber('listen', flags.listen, { standard: 0, least: 0, most: 65_535 }),
    secrets,
    onEvent: () => mirror.wake(),
    onRefused: (reason) => warn(`Webhook call refused: ${reason}`),
  });
  let registration: Registration | undefined;
  try {
    registration = await registerAll(mirror.client, url);
    if (registration.existing.length > 0)
      warn(
        `${url} was registered for ${registration.existing.length} events already; these stay when this ends.`,
      );
    await mirror.follow(signal);
  } finally {
    await registration?.remove().catch((error) => warn(`Not unregistered: ${explain(error)}`));
    await receiver.close();
  }
}

function describeStatus(status: MirrorStatus): string {
  const lines = [
    `service     ${status.service ?? '-'}`,
    `mode        ${status.mode ?? '-'}`,
    `state       ${status.phase === null ? 'empty' : status.phase === 'following' ? 'complete, following' : `loading: ${status.phase}`}`,
    `loaded      ${status.loadedAt ?? '-'}`,
    `up to date  ${status.caughtUpAt ?? '-'}`,
    `to fetch    ${status.pending}`,
    ...(status.mode === 'windows'
      ? Object.entries(status.windows).map(([stream, hour]) => `window      ${stream}: next is ${hour}`)
      : [`cursor      ${status.cursor ?? '-'}`]),
    ...Object.entries(status.records).map(([entity, count]) => `${entity.padEnd(11)} ${count}`),
  ];
  return `${lines.join('\n')}\n`;
}

function report(
  { entities, differences }: VerifyReport,
  isJson: boolean,
  write: (text: string) => void,
): number {
  if (isJson) {
    write(`${JSON.stringify({ type: 'verified', entities, differences })}\n`);
    return differences.length === 0 ? 0 : 1;
  }
  for (const [entity, { count, digest }] of Object.entries(entities))
    write(`${entity.padEnd(11)} ${String(count).padStart(9)}  ${digest}\n`);
  for (const { entity, id, kind, paths } of differences.slice(0, DIFFERENCES_SHOWN))
    write(`${entity} ${id}: ${kind}${paths.length === 0 ? '' : `: ${paths.join(', ')}`}\n`);
  if (differences.length > DIFFERENCES_SHOWN)
    write(`And ${differences.length - DIFFERENCES_SHOWN} more; --json names all.\n`);
  write(
    differences.length === 0
      ? 'The copy equals the service, record by record and property by property.\n'
      : `${differences.length} differences. Read everything anew with --resync, and tell us: this must not happen.\n`,
  );
  return differences.length === 0 ? 0 : 1;
}

process.exitCode = await runCommand((signal) => main(process.argv.slice(2), signal));
