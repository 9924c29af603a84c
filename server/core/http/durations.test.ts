import assert from 'node:assert/strict';
import { test } from 'node:test';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { Durations } from './durations.ts';

const BUCKETS = [0.001, 0.0025, 0.5, 10];
const OPTIONS = { name: 'seconds', help: 'Some time.', buckets: BUCKETS };
const VALUES: [operation: string, status: number, value: number][] = [
  ['a_get', 200, 0.0004],
  ['a_get', 200, 0.001],
  ['a_get', 200, 0.0010001],
  ['a_get', 404, 0.3],
  ['b "quoted"\n', 200, 10.5],
  ['a_get', 200, 0],
  ['b "quoted"\n', 200, 10],
];

/** One with the same values that is made by prom-client alone. */
function both(): { own: Registry; other: Registry } {
  const [own, other] = [new Registry(), new Registry()];
  const durations = new Durations({ ...OPTIONS, labelNames: ['operation', 'status'], registers: [own] });
  const histogram = new Histogram({ ...OPTIONS, labelNames: ['operation', 'status'], registers: [other] });
  durations.seriesOf('never', 200);
  for (const [operation, status, value] of VALUES) {
    durations.seriesOf(operation, status)(value);
    histogram.observe({ operation, status: String(status) }, value);
  }
  return { own, other };
}

test('its text is that of prom-client', async () => {
  const { own, other } = both();
  assert.equal(await own.metrics(), await other.metrics());
});

test('the values of several processes are added', async () => {
  const { own, other } = both();
  const [ownParts, otherParts] = await Promise.all(
    [own, other].map(async (registry) => [
      await registry.getMetricsAsJSON(),
      await registry.getMetricsAsJSON(),
    ]),
  );
  const toText = (parts: unknown) => AggregatorRegistry.aggregate(structuredClone(parts) as never).metrics();
  assert.equal(await toText(ownParts), await toText(otherParts));
});
