import assert from 'node:assert/strict';
import { copyFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import {
  endServices,
  fetchToken,
  logLines,
  makeDirectory,
  processesOf,
  readStatus,
  startDemoService,
  startService,
  stopService,
  waitFor,
} from '../testing/command-line.ts';
import { copyDemoInstallation } from '../testing/demo-installation.ts';

afterEach(endServices);

/** The series of counters and histograms, which never fall while the service runs. */
function countsOf(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  let isCount = false;
  for (const line of text.split('\n')) {
    const type = /^# TYPE \S+ (\w+)$/.exec(line)?.[1];
    if (type !== undefined) isCount = type === 'counter' || type === 'histogram';
    const [, series, value] = /^([^#].*) (\S+)$/.exec(line) ?? [];
    if (isCount && series !== undefined) counts.set(series, Number(value));
  }
  return counts;
}

test('a process that is killed or hangs takes no counts from the metrics, and leaves no gauges', async () => {
  const metricsToken = 'a-token-for-metrics';
  const service = await startDemoService(await makeDirectory(), {
    METRICS_TOKEN: metricsToken,
    MANAGEMENT_PORT: '0',
  });
  const { management } = logLines(service.output()).find((line) => line.management !== undefined)!;
  const scrape = async (origin: unknown) => {
    const headers = { authorization: `Bearer ${metricsToken}`, connection: 'close' };
    return (await fetch(`${origin}/metrics`, { headers })).text();
  };
  const shared = new URL(service.demo.baseUrl).origin;
  const requests = (text: string) =>
    Number(/^http_request_duration_seconds_count\{.*"branch_list".*\} (\d+)$/m.exec(text)?.[1] ?? '0');
  const token = await fetchToken(service.demo);
  const read = async (times: number) => {
    for (let count = 0; count < times; count++)
      assert.equal(await readStatus(service.demo, '/branches', token), 200);
  };
  const assertCounted = async (total: number, origins: readonly unknown[]) => {
    for (const origin of origins) {
      const text = await scrape(origin);
      assert.equal(requests(text), total);
      const counts = countsOf(text);
      for (const [series, value] of countsOf(before))
        assert.ok(counts.get(series)! >= value, `${series} fell from ${value} to ${counts.get(series)}`);
    }
  };
  await read(12);
  /** The gauges are those of the processes that respond within two seconds, which a busy one does not. */
  const scrapeOf = async (connections: number, count: number) => {
    let text = '';
    await waitFor(`${connections} connections and ${count} requests`, async () => {
      text = await scrape(management);
      const gauge = new RegExp(`^database_pool_maximum_connections ${connections}$`, 'm');
      return gauge.test(text) && requests(text) === count;
    });
    return text;
  };
  const before = await scrapeOf(24, 12);

  const [first] = await processesOf(service, /service-process\.ts/);
  process.kill(first!, 'SIGSTOP');
  // The shared port could hand the scrape to the process that hangs.
  await scrapeOf(12, 12)
    .then(() => assertCounted(12, [management]))
    .finally(() => process.kill(first!, 'SIGCONT'));
  for (const pid of await processesOf(service, /service-process\.ts/)) process.kill(pid, 'SIGKILL');
  await waitFor('both replacements', async () => {
    const lines = (await scrape(management)).split('\n');
    return ['service_process_restarts_total 2', 'service_processes_ready 2'].every((line) =>
      lines.includes(line),
    );
  });
  await assertCounted(12, [management, shared]);
  await read(5);
  await waitFor('the count of the further requests', async () => requests(await scrape(shared)) === 17);
  await assertCounted(17, [management, shared]);
  await scrapeOf(24, 17);
  await stopService(service);
});

test('a process that cannot be started now is started later', async () => {
  const directory = await makeDirectory();
  await copyDemoInstallation(directory);
  // A program that is away for a moment, as while it is replaced. A system that has no process left is the same to the service.
  const node = join(await makeDirectory(), 'node');
  await copyFile(process.execPath, node);
  const service = await startService(directory, { WORKERS: '1' }, [], node);
  const token = await fetchToken(service.demo);
  await rename(node, `${node}-away`);
  const [child] = await processesOf(service, /service-process\.ts/);
  process.kill(child!, 'SIGKILL');
  const attempts = () =>
    logLines(service.output()).filter(({ cause }) => /^spawn .* ENOENT$/.test(String(cause)));
  await waitFor('two attempts', async () => attempts().length >= 2);
  await rename(`${node}-away`, node);
  await waitFor('the replacement', async () => {
    const status = await readStatus(service.demo, '/users', token).catch(() => 0);
    return status === 200;
  });
  await stopService(service);
});
