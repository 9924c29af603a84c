import { createHash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

// Keeps a processor and the memory busy until the process that started it is gone, with what neighbours on a machine do. It
// needs no disk and no network.

/** More than the caches of a core have. */
const COPIED_BYTES = 32 * 2 ** 20;
const RECORDS = 5000;

process.on('disconnect', () => process.exit());

const text = JSON.stringify(
  Array.from({ length: RECORDS }, (_, id) => ({
    id,
    firstName: `First${id}`,
    lastName: `Last${id}`,
    email: `c${id}@example.org`,
    mobile: `+49 151 ${id * 7919}`,
    skills: ['welding', 'planning', 'bookkeeping'].map((name) => `${name} ${id}`),
  })),
);
const source = Buffer.alloc(COPIED_BYTES, text);
const target = Buffer.alloc(COPIED_BYTES);

// Each piece is short, and the turn between them sees that the channel was closed.
const PIECES = [
  () => JSON.stringify(JSON.parse(text)),
  () => gzipSync(text, { level: 1 }),
  () =>
    createHash('sha256')
      .update(source.subarray(0, COPIED_BYTES / 4))
      .digest(),
  () => source.copy(target),
];

process.send!('busy');
for (let index = 0; ; index++) {
  PIECES[index % PIECES.length]!();
  await nextTurn();
}
