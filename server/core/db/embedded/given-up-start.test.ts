import assert from 'node:assert/strict';
import { chmod, mkdtemp, readdir, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { startEmbeddedPostgres } from './index.ts';

const temporary = await mkdtemp(join(tmpdir(), 'given-up-'));
await chmod(temporary, 0o755);
after(() => rm(temporary, { recursive: true, force: true, maxRetries: 5 }));
const settings = { fsync: 'off' };
const sharedDirectory = join(temporary, 'shared');

test('a start that is given up while the server recovers stops the server', async () => {
  const directory = join(temporary, 'given-up');
  const server = await startEmbeddedPostgres({ directory, settings, sharedDirectory });
  const cluster = server.directory;
  await server.stop();
  // Such a standby recovers without end, and takes no connections meanwhile.
  await writeFile(join(cluster, 'standby.signal'), '');
  const interruption = new AbortController();
  const starting = startEmbeddedPostgres({
    directory,
    settings: { ...settings, hot_standby: 'off' },
    sharedDirectory,
    signal: interruption.signal,
  });
  const changes = watch(cluster, { signal: AbortSignal.timeout(60_000) });
  for await (const { filename } of changes) if (filename === 'postmaster.pid') break;
  interruption.abort(new Error('given up'));
  await assert.rejects(starting, /given up/);
  assert.ok(!(await readdir(cluster)).includes('postmaster.pid'));
  await rm(join(cluster, 'standby.signal'));
  const again = await startEmbeddedPostgres({ directory, settings, sharedDirectory });
  await again.stop();
});
