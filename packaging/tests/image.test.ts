import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, type Stats, statSync } from 'node:fs';
import { chmod, chown, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fetchToken, readStatus, waitFor } from '../../server/testing/command-line.ts';
import { findFreePort } from '../../server/testing/free-port.ts';
import { makeTemporaryDirectory } from '../../server/testing/temporary-directory.ts';
import { makeExternalDatabase } from './database.ts';
import { Images } from './debian.ts';
import { missing, ROOT, run, type Started, start, untilReady } from './programs.ts';

// Builds the image from the Dockerfile and runs it. Then boots the systemd unit in the same Debian.

const skip = missing(['buildah', 'debootstrap', 'unshare', 'chroot'], { root: true });
const directory = await makeTemporaryDirectory('stellwerk-packaging-');
const images = new Images(join(directory, 'images'));
const started: Started[] = [];
after(async () => {
  for (const each of started) await each.stop();
  if (!skip) await images.remove();
  await rm(directory, { recursive: true, force: true });
});

interface ImageSettings {
  User: string;
  Env: string[];
  Entrypoint: string[];
  Cmd: string[];
  StopSignal: string;
  Healthcheck: { Test: string[] };
  Volumes: Record<string, object>;
}

function settingsOf(image: string): ImageSettings {
  const { Docker } = JSON.parse(images.buildah('inspect', '--type=image', `localhost/${image}`));
  return Docker.config;
}

/** Runs words in the image as its user, with its variables and these. */
function startInImage(
  root: string,
  data: string,
  { User, Env }: ImageSettings,
  words: string[],
  variables: Record<string, string> = {},
): Started {
  const script = join(import.meta.dirname, 'run-image.sh');
  const own = Object.fromEntries(Env.map((line) => line.split(/=(.*)/s).slice(0, 2) as [string, string]));
  const one = start(script, [root, data, User, ...words], {
    cwd: '/',
    env: { ...own, PATH: process.env.PATH, ...variables },
  });
  started.push(one);
  return one;
}

async function makeData(name: string): Promise<string> {
  const path = join(directory, name);
  await mkdir(path, { mode: 0o700 });
  await chown(path, 10_001, 10_001);
  return path;
}

async function exitCode(one: Started): Promise<number | null> {
  await waitFor('the program', async () => one.process.exitCode !== null);
  return one.process.exitCode;
}

/** Starts the image, calls one operation, and stops it, the way a container runtime does. */
async function useImage(image: string, variables: Record<string, string>, data: string): Promise<void> {
  const settings = settingsOf(image);
  const { root } = images.mount(image);
  const port = String(await findFreePort());
  const all = { PORT: port, WORKERS: '1', HOST: '127.0.0.1', ...variables };
  const service = startInImage(root, data, settings, [...settings.Entrypoint, 'start'], all);
  await untilReady(`http://localhost:${port}/health/ready`, service);
  const process = `/proc/${service.process.pid}`;
  assert.match(await readFile(`${process}/status`, 'utf8'), /^Uid:\t10001\t10001\t10001\t10001$/m);
  assert.equal(
    await exitCode(startInImage(root, data, settings, settings.Healthcheck.Test.slice(1), all)),
    0,
  );
  const demo = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'));
  assert.equal(await readStatus(demo, '/users', await fetchToken(demo)), 200);
  assert.equal(await service.stop(), 0, service.output());
  assert.equal(
    await exitCode(startInImage(root, data, settings, settings.Healthcheck.Test.slice(1), all)),
    1,
  );
}

test('the image', { skip }, async (context) => {
  await images.makeBase();
  await images.build('embedded', 'embedded');

  await context.test('has a numeric user, its own health check, and a signal that stops it cleanly', () => {
    const settings = settingsOf('embedded');
    assert.equal(settings.User, '10001:10001');
    assert.equal(settings.StopSignal, 'SIGTERM');
    assert.deepEqual(settings.Healthcheck.Test.slice(0, 1), ['CMD'], 'no shell');
    assert.deepEqual(settings.Cmd, ['start', '--empty']);
    assert.deepEqual(Object.keys(settings.Volumes).toSorted(), ['/data', '/tmp']);
  });

  await context.test(
    'contains no sources of tests, no data, and no settings of the npm that built it',
    () => {
      const { root } = images.mount('embedded');
      const found = run('find', [
        root,
        '-xdev',
        '(',
        '-name',
        '*.test.ts',
        '-o',
        '-name',
        'demo.json',
        ')',
        '-print',
      ]);
      assert.equal(found, '');
      const npmrc: Stats | undefined = statSync(join(root, 'root/.npmrc'), { throwIfNoEntry: false });
      assert.equal(npmrc, undefined);
    },
  );

  await context.test('finds its commands by name, as docker exec does', async () => {
    const { root } = images.mount('embedded');
    const settings = settingsOf('embedded');
    const path = settings.Env.find((line) => line.startsWith('PATH='))!;
    const words = ['/usr/bin/env', path, 'stellwerk', '--version'];
    const one = startInImage(root, await makeData('by-name'), settings, words);
    assert.equal(await exitCode(one), 0, one.output());
  });

  await context.test('cannot be written to', async () => {
    const { root } = images.mount('embedded');
    const data = await makeData('read-only');
    const write = ['/bin/sh', '-c', '! touch /app/x && ! touch /etc/x && touch /data/x /tmp/x'];
    const one = startInImage(root, data, settingsOf('embedded'), write);
    assert.equal(await exitCode(one), 0, one.output());
    assert.match(one.output(), /Read-only file system/);
  });

  await context.test('runs with the embedded PostgreSQL', async () => {
    await useImage('embedded', {}, await makeData('embedded'));
  });

  await context.test('runs with an external PostgreSQL', async () => {
    const external = await makeExternalDatabase();
    try {
      await useImage('embedded', { DATABASE_URL: external.url }, await makeData('external'));
    } finally {
      external.close();
    }
  });

  await context.test('of the variant external is smaller and migrates a database', async () => {
    await images.build('external', 'external');
    const [embedded, external] = ['embedded', 'external'].map((tag) => {
      const listed = JSON.parse(images.buildah('images', '--json', `localhost/${tag}`));
      context.diagnostic(`${tag}: ${listed[0].size}`);
      return images.mount(tag).root;
    });
    const bytes = (root: string) => Number(run('du', ['-s', '--bytes', root]).split('\t')[0]);
    assert.ok(bytes(external!) < bytes(embedded!) - 50_000_000);
    const settings = settingsOf('external');
    const database = await makeExternalDatabase();
    try {
      const words = [...settings.Entrypoint, 'migrate'];
      const data = await makeData('migrated');
      const one = startInImage(external!, data, settings, words, { DATABASE_URL: database.url });
      assert.equal(await exitCode(one), 0, one.output());
      assert.match(one.output(), /^Applied \d+ migrations:/m);
    } finally {
      database.close();
    }
  });
});

const skipBoot =
  skip ||
  (statSync('/sys/fs/cgroup/systemd', { throwIfNoEntry: false }) === undefined &&
    'needs the control group hierarchy name=systemd');

test('the unit runs with its whole sandbox and the embedded PostgreSQL', { skip: skipBoot }, async () => {
  const container = images.buildah('from', 'localhost/build');
  images.install(container, 'systemd');
  const root = images.buildah('mount', container);
  const { root: image } = images.mount('embedded');
  await cp(join(image, 'app'), join(root, 'opt/stellwerk'), { recursive: true, verbatimSymlinks: true });
  await chmod(join(root, 'opt/stellwerk'), 0o755);
  run('chroot', [
    root,
    'useradd',
    '--system',
    '--user-group',
    '--home-dir',
    '/var/lib/stellwerk',
    'stellwerk',
  ]);
  const unit = 'packaging/systemd/stellwerk.service';
  await cp(join(ROOT, unit), join(root, 'etc/systemd/system/stellwerk.service'));
  const port = await findFreePort();
  await writeFile(join(root, 'etc/stellwerk.env'), `PORT=${port}\nWORKERS=1\n`, { mode: 0o600 });
  const systemd = start(join(import.meta.dirname, 'boot-unit.sh'), [root, 'stellwerk.service'], {
    env: { PATH: process.env.PATH },
  });
  try {
    await untilReady(`http://localhost:${port}/health/ready`, systemd);
    const unshare = systemd.process.pid!;
    const [init] = run('pgrep', ['--parent', String(unshare)]).split('\n');
    const inside = (...words: string[]) =>
      run('nsenter', ['--target', init!, '--all', '--root', '--wd', ...words]);
    inside('systemctl', 'stop', 'stellwerk');
    const shown = inside('systemctl', 'show', 'stellwerk', '--property=Result,ExecMainStatus,ActiveState');
    assert.deepEqual(shown.split('\n').toSorted(), [
      'ActiveState=inactive',
      'ExecMainStatus=0',
      'Result=success',
    ]);
  } finally {
    systemd.process.kill('SIGKILL');
    await waitFor('the end of systemd', async () => systemd.process.signalCode !== null);
    // A control group can be removed when its last process is gone, which is later than unshare.
    const group = `/sys/fs/cgroup/systemd/stellwerk-packaging-${systemd.process.pid}`;
    await waitFor('the end of its control group', async () => {
      spawnSync('find', [group, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
      return !existsSync(group);
    });
  }
});

test('the unit is well-formed and exposes little', { skip: missing(['systemd-analyze']) }, (context) => {
  const unit = 'packaging/systemd/stellwerk.service';
  const report = run('systemd-analyze', ['security', '--offline=true', unit]);
  const exposure = Number(/Overall exposure level for stellwerk\.service: ([\d.]+)/.exec(report)![1]);
  context.diagnostic(`exposure ${exposure}`);
  assert.ok(exposure <= 2, report);
});
