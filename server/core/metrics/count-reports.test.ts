import assert from 'node:assert/strict';
import { afterEach, mock, test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { AggregatorRegistry, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { CountReports } from './count-reports.ts';
import { type Counted, CountTotals } from './count-totals.ts';

afterEach(() => mock.timers.reset());

function startProcess(totals: CountTotals) {
  const registry = new Registry();
  const calls = new Counter({
    ...{ name: 'calls_total', help: 'Calls.', registers: [registry] },
    labelNames: ['outcome'],
  });
  const errors = new Counter({ name: 'errors_total', help: 'Errors.', registers: [registry] });
  const seconds = new Histogram({
    ...{ name: 'seconds', help: 'Time.', registers: [registry] },
    buckets: [1, 10],
    labelNames: ['task'],
  });
  let readings = 0;
  new Gauge({
    ...{ name: 'open', help: 'Open.', registers: [registry] },
    collect() {
      readings += 1;
      this.set(3);
    },
  });
  const reported: Counted[][] = [];
  const reports = new CountReports(registry, (counted) => {
    // It crosses a process boundary as JSON.
    reported.push(JSON.parse(JSON.stringify(counted)));
    totals.add(reported.at(-1)!);
  });
  return { registry, calls, errors, seconds, reports, reported, readings: () => readings };
}

const toText = (parts: object[][]) => AggregatorRegistry.aggregate(parts).metrics();

test('the totals of two processes are what prom-client adds up, however often each reports', async () => {
  const totals = new CountTotals();
  const processes = [startProcess(totals), startProcess(totals)];
  for (const [index, { calls, seconds, reports }] of processes.entries()) {
    calls.inc({ outcome: 'delivered "quoted"\n' }, 2);
    seconds.observe({ task: 'a' }, 0.5);
    await Promise.all([reports.report(), reports.report()]);
    calls.inc({ outcome: 'failed' });
    seconds.observe({ task: 'a' }, 4 + index);
    seconds.observe({ task: 'b' }, 20);
    await reports.report();
    await reports.report();
  }
  const gauges = await Promise.all(processes.map(({ reports }) => reports.readGauges()));
  const parts = await Promise.all(processes.map(({ registry }) => registry.getMetricsAsJSON()));
  assert.deepEqual(
    (await toText([totals.toMetrics(), ...gauges])).split('\n').sort(),
    (await toText(parts)).split('\n').sort(),
  );
});

test('what a process has counted stays after its end, and its gauges do not', async () => {
  const totals = new CountTotals();
  const first = startProcess(totals);
  first.calls.inc({ outcome: 'failed' }, 5);
  await first.reports.report();
  const second = startProcess(totals);
  await second.reports.report();
  second.calls.inc({ outcome: 'failed' });
  await second.reports.report();
  const text = await toText([totals.toMetrics(), await second.reports.readGauges()]);
  assert.match(text, /^calls_total\{outcome="failed"\} 6$/m);
  assert.match(text, /^errors_total 0$/m);
  assert.match(text, /^open 3$/m);
});

test('a process reports every few seconds what has risen, without reading gauges', async () => {
  mock.timers.enable({ apis: ['setInterval'] });
  const { calls, errors, reports, reported, readings } = startProcess(new CountTotals());
  calls.inc({ outcome: 'failed' }, 5);
  reports.start();
  mock.timers.tick(5000);
  await nextTurn();
  calls.inc({ outcome: 'failed' }, 2);
  errors.inc(0);
  mock.timers.tick(5000);
  await nextTurn();
  mock.timers.tick(5000);
  await nextTurn();
  assert.deepEqual(
    reported.map((counted) => counted.map(({ name, increases }) => [name, ...increases])),
    [
      [
        ['calls_total', ['["calls_total",{"outcome":"failed"}]', 5]],
        ['errors_total', ['["errors_total",{}]', 0]],
      ],
      [['calls_total', ['["calls_total",{"outcome":"failed"}]', 2]]],
    ],
  );
  assert.equal(readings(), 0);
});
