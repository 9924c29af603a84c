import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FilesystemBlobStore, type SealedBlob, SealedBlobs } from '../server/core/blobs/index.ts';
import { median } from './measure.ts';
import { writeSection } from './results.ts';

// npm run bench:sealing [-- --short]: stores, reads and reads a range of a blob with segments of different sizes, by turns.

const isShort = process.argv.includes('--short');
const ROUNDS = isShort ? 1 : 15;
const BLOB_BYTES = 20 * 2 ** 20;
/** As the reader of a body hands them over. */
const CHUNK_BYTES = 48 * 1024;
const RANGE_BYTES = 64 * 1024;
const RANGES = 20;
const SIZES_KIB = [64, 256, 512, 1024];

/** Of one blob, in milliseconds. The CPU time is that of all threads of the process. */
const COLUMNS = ['store', 'store, CPU', 'read', 'read, CPU', 'range of 64 KiB'] as const;
type Times = Record<(typeof COLUMNS)[number], number>;

const masterKey = randomBytes(32);
const masterKeys = { current: async () => masterKey, find: async () => masterKey };
const contents = randomBytes(BLOB_BYTES);
const directory = await mkdtemp(join(tmpdir(), 'stellwerk-bench-sealing-'));
const store = new FilesystemBlobStore({ directory });
await store.writeOwner('test', { replaces: false });
const sides = SIZES_KIB.map((kib) => ({
  kib,
  blobs: new SealedBlobs({ store, masterKeys, segmentBytes: kib * 1024 }),
  times: [] as Times[],
}));

async function timed(work: () => Promise<unknown>): Promise<{ ms: number; cpuMs: number }> {
  const startedMs = performance.now();
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return { ms: performance.now() - startedMs, cpuMs: (user + system) / 1000 };
}

async function measure(blobs: SealedBlobs, key: string): Promise<Times> {
  let blob: SealedBlob | undefined;
  const stored = await timed(async () => {
    const writer = await blobs.create({ tenantId: 1, key, maximumBytes: BLOB_BYTES });
    for (let at = 0; at < BLOB_BYTES; at += CHUNK_BYTES)
      await writer.write(contents.subarray(at, at + CHUNK_BYTES));
    blob = await writer.end();
  });
  const read = async (range?: { start: number; end: number }) => {
    for await (const _ of blobs.read(blob!, { tenantId: 1, ...(range && { range }) }));
  };
  const whole = await timed(() => read());
  const ranges = await timed(async () => {
    for (let index = 0; index < RANGES; index++) {
      const start = (index * 999_983) % (BLOB_BYTES - RANGE_BYTES);
      await read({ start, end: start + RANGE_BYTES - 1 });
    }
  });
  await blobs.delete(key);
  return {
    store: stored.ms,
    'store, CPU': stored.cpuMs,
    read: whole.ms,
    'read, CPU': whole.cpuMs,
    'range of 64 KiB': ranges.ms / RANGES,
  };
}

try {
  for (let round = 0; round <= ROUNDS; round++)
    for (const { kib, blobs, times } of sides) {
      const measured = await measure(blobs, `bench/${kib}/${round}`);
      if (round > 0) times.push(measured);
    }
} finally {
  for (const { blobs } of sides) await blobs.close();
  await rm(directory, { recursive: true });
}

const rows = sides.map(({ kib, times }) => [
  `${kib} KiB`,
  ...COLUMNS.map((column) => median(times.map((round) => round[column])).toFixed(1)),
]);
const table = [['segments', ...COLUMNS], ['---', ...COLUMNS.map(() => '---:')], ...rows].map(
  (cells) => `| ${cells.join(' | ')} |`,
);
console.log(table.join('\n'));
if (!isShort)
  await writeSection(
    'sealing',
    'Sizes of segments',
    `Measured by \`npm run bench:sealing\`: a blob of ${BLOB_BYTES / 2 ** 20} MiB is stored in a file and read, without HTTP, by turns with segments of different sizes; medians of ${ROUNDS} rounds, in milliseconds; CPU is the time of all threads of the process.`,
    table,
  );
