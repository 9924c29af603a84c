#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import {
  CONNECTION_HELP,
  type Connection,
  checkWebhookSecrets,
  readConnection,
} from '../commands/connection.ts';
import { writeOutput as write } from '../commands/output.ts';
import { explain, readFlags, readNumber, runCommand, UsageError } from '../commands/run.ts';
import { startReceiver } from '../listen/receiver.ts';
import { type Registration, registerAll } from '../listen/registrations.ts';
import type { Listener } from './events.ts';
import { Mirror } from './mirror.ts';
import { toJsonLines, toReadable } from './report.ts';
import { type MirrorStatus, statusOf } from './status.ts';
import { describeUnreadable } from './unreadable-contents.ts';
import type { Difference, VerifyReport } from './verify.ts';

// Almost everything that is read in a load becomes garbage at once. By default, V8 lets the space for new objects grow to 48 MB before it
// collects it. (A flag in the first line would do the same, but the env of BusyBox passes none on.)
setFlagsFromString('--semi-space-growth-factor=1');

const HELP = `stellwerk-mirror keeps a complete copy of the platform in your own database.

  stellwerk-mirror --target mirror.db            load everything, then follow the changes until Ctrl-C
  stellwerk-mirror --target postgres://… --once  catch up and exit

What to do (default: follow the changes):
  --once             catch up and exit
  --verify           catch up, compare every record with the service and print the differences
  --status           print the status of the copy without calling the service
  --resync           read everything again; stored records stay until they are replaced; also with --once or --verify

Options:
  --target T         an SQLite file (Node 22.13 or newer) or postgres://… (needs the package pg)
  --windows          follow the hourly change streams instead of the feed
  --poll SECONDS     pause between two polls of the service (default: 5)
  --refresh SECONDS  pause between two polls of the value lists, and with --windows of everything without a window
                     (default: 3600; 0: with every poll)
  --parallel N       number of calls at once, 1 to 64 (default: 8)
  --documents DIR    also keep the contents of documents, as files named by id; the copy remembers DIR
  --adopt-documents  use DIR although the copy remembers another directory, or although DIR has other files named by
                     numbers; those that belong to no document are deleted
  --listen PORT      while following, receive webhook calls on this port and poll when one arrives; needs --public-url
  --public-url URL   the URL at which the service reaches that port, for example http://localhost:PORT/
  --json             print every event and result as a line of JSON

${CONNECTION_HELP}

Exit codes: 0 success, also when following was stopped; 1 failure, or --verify found differences; 2 wrong usage or
missing configuration; 130 --once or --verify was stopped before the end.
You can stop the mirror at any time. The next start continues where it was. The end of the terminal, or of the program
that reads the output, stops it like Ctrl-C.`;

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
  'adopt-documents': { type: 'boolean' },
  listen: { type: 'string' },
  'public-url': { type: 'string' },
  json: { type: 'boolean' },
  demo: { type: 'string' },
  url: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** What each flag excludes, because the command would ignore it. */
const EXCLUDED = {
  status: ['once', 'verify', 'resync', 'listen', 'public-url'],
  verify: ['once', 'listen', 'public-url'],
  once: ['listen', 'public-url'],
} as const;

const DIFFERENCES_SHOWN = 100;

async function main(args: readonly string[], signal: AbortSignal): Promise<number> {
  const flags = readFlags(args, FLAGS);
  if (flags.help) {
    write(`${HELP}\n`);
    return 0;
  }
  checkCombination(flags);
  const target = flags.target as string | undefined;
  if (target === undefined)
    throw new UsageError('Set the target: --target mirror.db or --target postgres://… See --help.');
  const isJson = flags.json === true;
  if (flags.status) {
    const status = await statusOf(target);
    write(isJson ? `${JSON.stringify(status)}\n` : describeStatus(status));
    return 0;
  }
  const connection = await readConnection({
    environment: process.env,
    demo: flags.demo as string | undefined,
    url: flags.url as string | undefined,
  });
  const listening = flags.listen === undefined ? undefined : readListening(flags, connection);
  const seconds = { minimum: 1, maximum: 86_400 };
  const onEvent = isJson ? toJsonLines(write) : toReadable(write, process.stdout.isTTY === true);
  const mirror = await Mirror.open({
    connection: connection.client,
    target,
    mode: flags.windows ? 'windows' : 'feed',
    pollMs: readNumber('poll', flags.poll, { default: 5, ...seconds }) * 1000,
    refreshMs: readNumber('refresh', flags.refresh, { default: 3600, ...seconds, minimum: 0 }) * 1000,
    concurrency: readNumber('parallel', flags.parallel, { default: 8, minimum: 1, maximum: 64 }),
    documents: flags.documents as string | undefined,
    adoptDocuments: flags['adopt-documents'] === true,
    onEvent,
  });
  try {
    if (flags.resync) await mirror.reload('--resync');
    if (flags.verify) return reportDifferences(await mirror.verify(signal), isJson);
    if (flags.once) await mirror.catchUp(signal);
    else if (listening === undefined) await mirror.follow(signal);
    else await followAndListen(mirror, listening, onEvent, signal);
    return 0;
  } finally {
    await mirror.close();
  }
}

function checkCombination(flags: ReturnType<typeof readFlags>): void {
  for (const [flag, others] of Object.entries(EXCLUDED)) {
    const other = others.find((name) => flags[name] !== undefined);
    if (flags[flag] !== undefined && other !== undefined)
      throw new UsageError(`--${flag} and --${other} cannot be used together. Leave out one of them.`);
  }
  if (flags['adopt-documents'] && flags.documents === undefined)
    throw new UsageError('--adopt-documents needs --documents, the directory to use.');
  if (flags['public-url'] !== undefined && flags.listen === undefined)
    throw new UsageError('--public-url needs --listen, the port that the service reaches at this URL.');
}

interface Listening {
  port: number;
  /** The URL at which the service reaches the port. */
  url: string;
  secrets: readonly string[];
}

function readListening(flags: ReturnType<typeof readFlags>, connection: Connection): Listening {
  const url = flags['public-url'] as string | undefined;
  if (url === undefined || !URL.canParse(url))
    throw new UsageError('--listen needs --public-url, the URL at which the service reaches this port.');
  if (connection.webhookSecrets.length === 0)
    throw new UsageError('--listen needs STELLWERK_WEBHOOK_SECRET. Without it, calls cannot be verified.');
  checkWebhookSecrets(connection);
  return {
    port: readNumber('listen', flags.listen, { default: 0, minimum: 0, maximum: 65_535 }),
    url,
    secrets: connection.webhookSecrets,
  };
}

/** Follows the changes. A webhook call ends the pause between two polls. */
async function followAndListen(
  mirror: Mirror,
  { port, url, secrets }: Listening,
  onEvent: Listener,
  signal: AbortSignal,
): Promise<void> {
  const warn = (message: string) => onEvent({ type: 'warning', message });
  const receiver = await startReceiver({
    port,
    portFlag: '--listen',
    secrets,
    onEvent: () => mirror.wake(),
    onRefused: (reason) => warn(`Webhook call refused: ${reason}`),
  });
  let registration: Registration | undefined;
  try {
    registration = await registerAll(mirror.client, url);
    if (registration.existing.length > 0)
      warn(
        `${url} was already registered for ${registration.existing.length} events. These registrations will not be removed.`,
      );
    await mirror.follow(signal);
  } finally {
    await registration
      ?.remove()
      .catch((error) => warn(`The registrations were not removed: ${explain(error)}`));
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
    `pending     ${status.pending}`,
    ...(status.unread.length === 0 ? [] : [`not read    ${status.unread.join(', ')}`]),
    ...(status.skipped.length === 0 ? [] : [`skipped     ${status.skipped.join(', ')}`]),
    `contents    ${status.documents ?? '-'}${status.missingContents ? ` (${status.missingContents} missing)` : ''}`,
    ...(status.mode === 'windows'
      ? Object.entries(status.windows).map(([stream, hour]) => `next window ${stream} ${hour}`)
      : [`cursor      ${status.cursor ?? '-'}`]),
    ...Object.entries(status.records).map(([entity, count]) => `${entity.padEnd(11)} ${count}`),
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether only the file of a document differs. Something else has altered it. */
function isOnlyFile({ paths }: Difference): boolean {
  return paths.length === 1 && paths[0] === 'contents';
}

function reportDifferences(
  { entities, differences, notCompared, unreadable }: VerifyReport,
  isJson: boolean,
): number {
  if (isJson) {
    write(`${JSON.stringify({ type: 'verified', entities, differences, notCompared, unreadable })}\n`);
    return differences.length === 0 ? 0 : 1;
  }
  for (const [entity, { count, digest }] of Object.entries(entities))
    write(`${entity.padEnd(11)} ${String(count).padStart(9)}  ${digest}\n`);
  for (const { entity, id, kind, paths } of differences.slice(0, DIFFERENCES_SHOWN))
    write(`${entity} ${id}: ${kind}${paths.length === 0 ? '' : `: ${paths.join(', ')}`}\n`);
  if (differences.length > DIFFERENCES_SHOWN)
    write(`And ${differences.length - DIFFERENCES_SHOWN} more. Use --json to see all of them.\n`);
  write(`${describeDifferences(differences, notCompared, unreadable)}\n`);
  return differences.length === 0 ? 0 : 1;
}

function describeDifferences(
  differences: readonly Difference[],
  notCompared: readonly string[],
  unreadable: readonly number[],
): string {
  const rest = `not compared, because this API client may not read them: ${notCompared.join(', ')}.`;
  if (differences.length === 0)
    return notCompared.length === 0
      ? 'The copy equals the service in every property of every record.'
      : `The copy equals the service in every property of every other record, but these types were ${rest}`;
  const count = differences.length === 1 ? '1 difference.' : `${differences.length} differences.`;
  const ofService = new Set(unreadable);
  const ofCopy = differences.filter((one) => !(isOnlyFile(one) && ofService.has(one.id)));
  const parts = [count];
  if (unreadable.length > 0) parts.push(describeUnreadable(unreadable));
  if (ofCopy.length > 0)
    parts.push(
      `Repair the copy with --resync${ofCopy.every(isOnlyFile) ? '' : ', and please report this: it is a bug'}.`,
    );
  if (notCompared.length > 0) parts.push(`These types were ${rest}`);
  return parts.join(' ');
}

process.exitCode = await runCommand((signal) => main(process.argv.slice(2), signal));
