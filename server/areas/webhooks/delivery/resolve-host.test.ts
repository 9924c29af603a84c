import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { makeTemporaryDirectory } from '../../../testing/temporary-directory.ts';
import { createResolver } from './resolve-host.ts';

const directory = await makeTemporaryDirectory('stellwerk-hosts-');
const hostsFile = join(directory, 'hosts');
after(() => rm(directory, { recursive: true }));
await writeFile(
  hostsFile,
  '# names of this machine\n10.1.2.3 hooks.example.test other.example.test # comment\nfd00::1\thooks.example.test\n',
);

const TYPE_A = 1;
const TYPE_AAAA = 28;

/**
 * A name server that resolves known.example.test, responds that names ending in absent.test do not exist, and does not
 * respond to other queries before `fail` is called.
 */
async function startNameServer(): Promise<{ server: string; asked: string[]; fail(): void }> {
  const socket = createSocket('udp4');
  const asked: string[] = [];
  const held: (() => void)[] = [];
  let isFailing = false;
  socket.on('message', (query, { port, address }) => {
    const labels: string[] = [];
    let at = 12;
    while (query[at] !== 0) {
      labels.push(query.toString('latin1', at + 1, at + 1 + query[at]!));
      at += query[at]! + 1;
    }
    const name = labels.join('.');
    const type = query.readUInt16BE(at + 1);
    asked.push(name);
    const question = query.subarray(12, at + 5);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180, 2);
    header.writeUInt16BE(1, 4);
    if (name === 'known.example.test') {
      const data = type === TYPE_A ? Buffer.from([192, 0, 2, 7]) : Buffer.alloc(16, 0x20);
      const record = Buffer.alloc(12);
      record.writeUInt16BE(0xc00c, 0);
      record.writeUInt16BE(type === TYPE_A ? TYPE_A : TYPE_AAAA, 2);
      record.writeUInt16BE(1, 4);
      record.writeUInt32BE(60, 6);
      record.writeUInt16BE(data.length, 10);
      header.writeUInt16BE(1, 6);
      socket.send(Buffer.concat([header, question, record, data]), port, address);
    } else if (name.endsWith('absent.test') || name === 'localhost') {
      header[3] = 0x83;
      socket.send(Buffer.concat([header, question]), port, address);
    } else {
      header[3] = 0x82;
      const fail = () => socket.send(Buffer.concat([header, question]), port, address);
      if (isFailing) fail();
      else held.push(fail);
    }
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  after(() => socket.close());
  const fail = () => {
    isFailing = true;
    for (const respond of held) respond();
  };
  return { server: `127.0.0.1:${socket.address().port}`, asked, fail };
}

const { server, asked, fail } = await startNameServer();
const resolve = createResolver({ servers: [server], hostsFile, timeoutMs: 60_000 });

test('a name in DNS resolves to all of its addresses', async () => {
  assert.deepEqual(await resolve('known.example.test'), [
    { address: '192.0.2.7', family: 4 },
    { address: '2020:2020:2020:2020:2020:2020:2020:2020', family: 6 },
  ]);
});

test('a name in the hosts file resolves without DNS', async () => {
  assert.deepEqual(await resolve('Hooks.example.test.'), [
    { address: '10.1.2.3', family: 4 },
    { address: 'fd00::1', family: 6 },
  ]);
  assert.equal(asked.includes('hooks.example.test'), false);
});

test('a name that is not in DNS is resolved by the system', async () => {
  const found = await resolve('localhost');
  assert.ok(found.some(({ address }) => address === '127.0.0.1' || address === '::1'));
});

test('an unknown name is an error', async () => {
  await assert.rejects(resolve('unknown.absent.test'), { code: /^(ENOTFOUND|EAI_AGAIN)$/ });
});

test('a name server that does not respond is an error', async () => {
  const hurried = createResolver({ servers: [server], hostsFile, timeoutMs: 100 });
  await assert.rejects(hurried('silent.example.test'), { code: 'ETIMEOUT' });
});

test('after a failure, the name servers that the machine has now are asked', async () => {
  const servers = ['127.0.0.1:1'];
  const moved = createResolver({ servers, hostsFile, timeoutMs: 100 });
  await assert.rejects(moved('known.example.test'));
  servers[0] = server;
  assert.equal((await moved('known.example.test')).length, 2);
});

test('name servers that do not respond delay neither other lookups nor file I/O', async () => {
  let isOver = false;
  const hanging = Promise.allSettled(
    Array.from({ length: 64 }, (_, index) => resolve(`silent-${index}.example.test`)),
  ).then((outcomes) => {
    isOver = true;
    return outcomes;
  });
  await resolve('known.example.test');
  await readFile(hostsFile);
  assert.equal(isOver, false);
  fail();
  for (const outcome of await hanging) assert.equal(outcome.status, 'rejected');
});
