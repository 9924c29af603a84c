import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { findBlobDirectory } from '../open-services.ts';
import { callCommand } from '../testing/command-call.ts';
import {
  endServices,
  makeDirectory,
  runCommand,
  startService,
  stopService,
} from '../testing/command-line.ts';
import { startTestService } from '../testing/harness.ts';
import { CANNOT_MOUNT, mountSmallDisk } from '../testing/small-disk.ts';
import { TEST_MASTER_KEY } from '../testing/template.ts';

// Services on a DATA_DIR that does not contain their database.

const { databaseUrl, services } = await startTestService();
const environmentOf = (directory: string) => ({
  DATA_DIR: directory,
  BLOB_URL: pathToFileURL(findBlobDirectory(services.settings)!).href,
  MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
  DATABASE_URL: databaseUrl,
  WORKERS: '1',
  DISK_FLOOR_MB: '0',
});

afterEach(endServices);

test('"status" shows all services of a DATA_DIR, and goes on to show one when another stops', async () => {
  const directory = await makeDirectory();
  const environment = environmentOf(directory);
  const runningIds = async () => {
    const { code, stdout } = await callCommand(['status', '--json'], environment);
    const { services } = JSON.parse(stdout) as { services: { processId: number }[] };
    return { code, ids: services.map(({ processId }) => processId).toSorted() };
  };
  const first = await startService(directory, environment, ['--empty']);
  const second = await startService(directory, environment, ['--empty']);
  const ids = [first.process.pid!, second.process.pid!].toSorted();
  assert.deepEqual(await runningIds(), { code: 0, ids });
  await stopService(second);
  assert.deepEqual(await runningIds(), { code: 0, ids: [first.process.pid] });
  const { stdout } = await callCommand(['status', '--json'], environment);
  const PORT = String(JSON.parse(stdout).services[0].port);
  const onSamePort = await runCommand(['start', '--empty'], { environment: { ...environment, PORT } });
  assert.equal(onSamePort.code, 1);
  assert.match(
    onSamePort.stderr,
    new RegExp(`A service is already running on DATA_DIR .*, process ${first.process.pid}\\.\n$`),
  );
});

test('a service starts although the disk of DATA_DIR is full, and says that "status" does not find it', {
  skip: CANNOT_MOUNT,
}, async () => {
  const directory = join(await makeDirectory(), 'small');
  const disk = await mountSmallDisk(directory, 64 * 1024);
  try {
    const fill = writeFile(join(directory, 'filler'), Buffer.alloc(128 * 1024));
    await assert.rejects(fill, { code: 'ENOSPC' });
    const service = await startService(directory, environmentOf(directory), ['--empty']);
    assert.match(
      service.output(),
      /"level":40,.*DATA_DIR: the directory .* cannot be used \(ENOSPC\)\. The disk is full\. Make space, .*"npx stellwerk status\\" does not find this service/,
    );
    await stopService(service);
  } finally {
    await disk.unmount();
  }
});
