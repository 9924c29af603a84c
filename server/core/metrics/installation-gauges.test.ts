import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Registry } from 'prom-client';
import { addInstallationGauges } from './installation-gauges.ts';

/** A gauge whose reading takes this long, by a clock that only the readings and the test advance. */
function open(tookMs: number) {
  const registry = new Registry();
  let clockMs = 0;
  let readings = 0;
  let isChosen = true;
  addInstallationGauges(
    registry,
    { readings: 'How often it was read.' },
    [
      {
        name: 'first',
        observer: { isChosen: async () => isChosen, close() {} },
        async read() {
          clockMs += tookMs;
          readings += 1;
          return { readings };
        },
      },
    ],
    () => clockMs,
  );
  return {
    async scrape(): Promise<number | undefined> {
      const found = /^readings (\d+)$/m.exec(await registry.metrics());
      return found === null ? undefined : Number(found[1]);
    },
    pass(ms: number) {
      clockMs += ms;
    },
    choose(value: boolean) {
      isChosen = value;
    },
  };
}

test('a quick reading is repeated for each scrape', async () => {
  const { scrape } = open(20);
  assert.deepEqual([await scrape(), await scrape()], [1, 2]);
});

test('a slow reading is reused for ten times as long as it took, and at most for half a minute', async () => {
  for (const [tookMs, restMs] of [
    [2000, 20_000],
    [9000, 30_000],
  ] as const) {
    const { scrape, pass } = open(tookMs);
    assert.equal(await scrape(), 1);
    pass(restMs - 1);
    assert.equal(await scrape(), 1);
    pass(1);
    assert.equal(await scrape(), 2);
  }
});

test('a server that does not respond has no value, and the others keep theirs', async () => {
  const registry = new Registry();
  const sourceOf = (name: string, isChosen: () => Promise<boolean>) => ({
    name,
    observer: { isChosen, close() {} },
    read: async () => ({ backlog: 7 }),
  });
  let doesRespond = true;
  const north = async () => {
    if (!doesRespond) throw new Error('The server does not respond.');
    return true;
  };
  const help = { backlog: 'What waits.' };
  addInstallationGauges(registry, help, [sourceOf('first', async () => true), sourceOf('north', north)]);
  const scrape = async () => (await registry.metrics()).match(/^backlog.*$/gm);
  assert.deepEqual(await scrape(), ['backlog{server="first"} 7', 'backlog{server="north"} 7']);
  doesRespond = false;
  assert.deepEqual(await scrape(), ['backlog{server="first"} 7']);
});

test('a service that is not chosen any more reports nothing, not even its last reading', async () => {
  const { scrape, choose } = open(2000);
  assert.equal(await scrape(), 1);
  choose(false);
  assert.equal(await scrape(), undefined);
  choose(true);
  assert.equal(await scrape(), 2);
});
