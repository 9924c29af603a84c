/**
 * Compares the bounded JSON reader with its limit: JSON.parse and Buffer.from of the same body in memory. Each case runs
 * in a separate process, because the peak of the resident memory never falls.
 * Run: node bench/streamed-json.ts [megabytes]
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readStreamedJson, type SpillSink } from '../server/core/http/streamed-json.ts';
import { ANY_INDEX } from '../server/core/http/streamed-json-path.ts';

/** Divisible by three, so that encoded blocks can be concatenated without padding. */
const BLOCK_BYTES = 48 * 1024;
const DOCUMENTS = 4;
const MEBIBYTE = 1024 * 1024;
const ROUNDS = 5;

const shapes: Record<string, (base64: string) => string> = {
  plain: (base64) => base64,
  'escaped slashes': (base64) => base64.replaceAll('/', '\\/'),
  'line breaks': (base64) => base64.replace(/.{76}/g, '$&\\r\\n'),
};

const readers: Record<string, (body: Body) => Promise<number>> = {
  async streamed(body) {
    let stored = 0;
    const sink: SpillSink = {
      write(chunk) {
        stored += chunk.length;
      },
      async end() {},
      async abort() {},
    };
    await readStreamedJson(toSource(body), {
      spill: [['documents', ANY_INDEX, 'base64File']],
      openSink: async () => sink,
      maximumBodyBytes: 200 * MEBIBYTE,
      maximumSkeletonBytes: MEBIBYTE,
      maximumSpilledBytes: 200 * MEBIBYTE,
      maximumSpills: 20,
      maximumDepth: 64,
    });
    return stored;
  },
  async 'JSON.parse'(body) {
    const received: Uint8Array[] = [];
    for await (const chunk of toSource(body)) received.push(chunk);
    const whole = Buffer.concat(received);
    createHash('sha256').update(whole).digest('hex');
    const value = JSON.parse(whole.toString('utf8')) as { documents: { base64File: string }[] };
    let stored = 0;
    for (const document of value.documents) stored += Buffer.from(document.base64File, 'base64').length;
    return stored;
  },
};

interface Body {
  block: Buffer;
  blocksPerDocument: number;
}

/** Generates the body while it is read, so that the memory peak is that of the reader. */
async function* toSource({ block, blocksPerDocument }: Body): AsyncGenerator<Uint8Array> {
  for (let document = 0; document < DOCUMENTS; document += 1) {
    yield Buffer.from(`${document === 0 ? '{"documents":[' : ','}{"filename":"cv.pdf","base64File":"`);
    for (let index = 0; index < blocksPerDocument; index += 1) yield Buffer.from(block);
    yield Buffer.from(document === DOCUMENTS - 1 ? '"}]}' : '"}');
  }
}

async function measure(reader: string, shape: string, megabytes: number): Promise<void> {
  const file = Buffer.alloc(BLOCK_BYTES);
  for (let index = 0; index < file.length; index += 1) file[index] = (index * 2654435761) >>> 13;
  const block = Buffer.from(shapes[shape]!(file.toString('base64')));
  const blocksPerDocument = Math.ceil((megabytes * MEBIBYTE) / DOCUMENTS / block.length);
  const bytes = DOCUMENTS * blocksPerDocument * block.length;
  const before = process.resourceUsage().maxRSS;
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < ROUNDS; round += 1) {
    const started = performance.now();
    const stored = await readers[reader]!({ block, blocksPerDocument });
    best = Math.min(best, performance.now() - started);
    if (stored !== file.length * DOCUMENTS * blocksPerDocument) throw new Error('the decoded size is wrong');
  }
  const grownMebibytes = (process.resourceUsage().maxRSS - before) / 1024;
  console.log(JSON.stringify({ megabytesPerSecond: bytes / 1e3 / best, grownMebibytes }));
}

const [first, shape, megabytes] = process.argv.slice(2);
if (first !== undefined && shape !== undefined) {
  await measure(first, shape, Number(megabytes));
} else {
  const size = first ?? '50';
  console.log(`${size} MiB body, best of ${ROUNDS}; memory is the growth of the peak while reading`);
  for (const name of Object.keys(shapes)) {
    const rates: number[] = [];
    for (const reader of Object.keys(readers)) {
      const run = spawnSync(process.execPath, [import.meta.filename, reader, name, size], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const { megabytesPerSecond, grownMebibytes } = JSON.parse(run.stdout) as Record<string, number>;
      rates.push(megabytesPerSecond!);
      console.log(
        `${name.padEnd(16)} ${reader.padEnd(11)} ${megabytesPerSecond!.toFixed(0).padStart(5)} MB/s  ` +
          `+${grownMebibytes!.toFixed(0)} MiB`,
      );
    }
    console.log(`${name.padEnd(16)} ratio ${(rates[0]! / rates[1]!).toFixed(2)}`);
  }
}
