import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ApiError, Fault } from '../errors.ts';
import { body, line, list, name, optional } from '../schema.ts';
import { compileBody } from '../validation.ts';
import { checkInput } from './check.ts';
import type { Call } from './operation.ts';
import type { Input } from './read.ts';

const validator = compileBody(
  body('CheckedDto', {
    text: optional(name('Text.', { maxLength: 5 })),
    list: optional(list(line('Entry.'), 'List.', { maxItems: 2 })),
    other: optional(name('Other.')),
  }),
);

interface Sent {
  text?: string;
  list?: string[];
  other?: string;
}

/** Checks a body, and returns what the rules of the endpoint got and which faults the caller gets. */
async function check(sent: object) {
  const seen: unknown[] = [];
  const endpoint = {
    check({ body: { text = '', list: entries = [], other } }: { body: Sent }): Fault[] {
      seen.push(text, entries);
      const faulty = [
        ...(text === '' ? ['text'] : []),
        ...entries.map((_, index) => `list[${index}]`),
        ...(other === 'wrong' ? ['other'] : []),
      ];
      return faulty.map((property) => ({ property, code: 'notAllowed', message: '' }));
    },
    async findFaults({ sent: { text, list: entries } }: { sent: Sent }): Promise<Fault[]> {
      seen.push(text, entries);
      return [];
    },
  };
  const call = {
    operation: { endpoint, body: validator },
    request: { headers: {} },
    reply: { header() {} },
    services: { now: () => new Date(0) },
    caller: { tenantId: 1 },
  } as unknown as Call;
  const input = { params: {}, query: {}, queryReferences: [], faults: [], body: sent } as unknown as Input;
  const faults = await checkInput(call, input, async () => []).then(
    () => [],
    (error: ApiError) => error.faults.map(({ property, code }) => `${property} ${code}`),
  );
  return { seen, faults };
}

test('rules see a text and a list that are too long only up to their maximum lengths', async () => {
  const entries = ['a', 'b', 'c', 'd'];
  const { seen, faults } = await check({ text: 'x'.repeat(1000), list: entries, other: 'wrong' });
  assert.deepEqual(seen, ['xxxxx', ['a', 'b'], 'xxxxx', ['a', 'b']]);
  assert.deepEqual(faults.sort(), [
    'list length',
    'list[0] notAllowed',
    'list[1] notAllowed',
    'other notAllowed',
    'text length',
  ]);
});

test('they do so also if the list of faults is full before the fault of the text', async () => {
  const others = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`other${index}`, '\0']));
  const { seen, faults } = await check({ text: 'x'.repeat(1000), ...others });
  assert.deepEqual(seen.slice(0, 1), ['xxxxx']);
  assert.equal(faults.length, 100);
});

test('rules see a valid body as it was sent', async () => {
  const entries = ['a', 'b'];
  const { seen } = await check({ text: 'abcde', list: entries });
  assert.equal(seen[1], entries);
});
