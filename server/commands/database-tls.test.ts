import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { TLSSocket } from 'node:tls';
import { TEST_CERTIFICATE, TEST_KEY } from '../testing/certificate.ts';
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory, runCommand } from '../testing/command-line.ts';
import { startTestService } from '../testing/harness.ts';
import { TEST_MASTER_KEY } from '../testing/template.ts';

const service = await startTestService();
const directory = await makeDirectory();
const certificate = join(directory, 'ca.pem');
await writeFile(certificate, TEST_CERTIFICATE);

const SSL_REQUEST = 80_877_103;
const servers: Server[] = [];
after(() => {
  for (const server of servers) server.close();
});

/** The address of the tests' PostgreSQL server, as `connect` takes it. */
function addressOf(url: URL) {
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.searchParams.get('port') ?? (url.port || 5432));
  return host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
}

/** A PostgreSQL server on TCP: the one of the tests, with TLS or without. Returns its port. */
async function listen({ hasTls }: { hasTls: boolean }): Promise<number> {
  const target = addressOf(new URL(service.databaseUrl));
  const pipe = (socket: Socket) => {
    const upstream = connect(target as { host: string; port: number });
    socket.pipe(upstream).pipe(socket);
    for (const one of [socket, upstream]) one.on('error', () => one.destroy());
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.once('data', (first: Buffer) => {
      if (first.length !== 8 || first.readUInt32BE(4) !== SSL_REQUEST) {
        socket.pause();
        socket.unshift(first);
        return pipe(socket);
      }
      socket.write(hasTls ? 'S' : 'N');
      if (hasTls) pipe(new TLSSocket(socket, { isServer: true, cert: TEST_CERTIFICATE, key: TEST_KEY }));
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve));
  return (server.address() as AddressInfo).port;
}

let ports: { tls: number; plain: number };
before(async () => {
  ports = { tls: await listen({ hasTls: true }), plain: await listen({ hasTls: false }) };
});

function environmentFor(host: string, parameters: string) {
  const url = new URL(service.databaseUrl);
  const password = url.password === '' ? 'postgres' : url.password;
  const start = `postgres://${url.username || 'postgres'}:${password}@`;
  return {
    DATA_DIR: directory,
    MASTER_KEY: TEST_MASTER_KEY.toString('hex'),
    DATABASE_URL: `${start}${host}${url.pathname}${parameters}`,
  };
}

const list = (host: string, parameters: string) =>
  callCommand(['tenant', 'list'], environmentFor(host, parameters));

async function assertRefused(host: string, parameters: string, message: RegExp) {
  const { code, stderr } = await list(host, parameters);
  assert.equal(code, 1, stderr);
  assert.match(stderr, message);
  assert.equal(stderr.trim().split('\n').length, 1, stderr);
}

for (const mode of ['require', 'verify-ca', 'verify-full'])
  test(`sslmode=${mode} with the certificate of the CA connects, and writes no warning`, async () => {
    // A process of its own, because Node writes the warning only once.
    const { code, stderr } = await runCommand(['tenant', 'list'], {
      environment: environmentFor(`localhost:${ports.tls}`, `?sslmode=${mode}&sslrootcert=${certificate}`),
    });
    assert.deepEqual([code, stderr], [0, '']);
  });

test('sslmode=no-verify connects to a server whose certificate nobody trusts', async () => {
  assert.equal((await list(`localhost:${ports.tls}`, '?sslmode=no-verify')).code, 0);
});

test('a certificate that is not trusted is refused with the parameter that names its CA', async () => {
  for (const mode of ['require', 'verify-full'])
    await assertRefused(
      `localhost:${ports.tls}`,
      `?sslmode=${mode}`,
      /^stellwerk: DATABASE_URL: the certificate of the server at localhost:\d+ is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)\..*sslrootcert=/,
    );
});

test('a certificate for another host is refused (only where 127.0.0.2 is this machine, which it is not on macOS)', {
  skip: process.platform === 'darwin' && 'macOS lacks 127.0.0.2',
}, async () => {
  await assertRefused(
    `127.0.0.2:${ports.tls}`,
    `?sslmode=verify-full&sslrootcert=${certificate}`,
    /^stellwerk: DATABASE_URL: the certificate of the server at 127\.0\.0\.2:\d+ is for another host/,
  );
});

test('a server without TLS is refused if the URL asks for it', async () => {
  await assertRefused(
    `localhost:${ports.plain}`,
    '?sslmode=require',
    /^stellwerk: DATABASE_URL: the server at localhost:\d+ refuses TLS.*sslmode=disable/,
  );
});

test('an unknown mode and a missing file are faults of the setting', async () => {
  await assertRefused(
    'localhost',
    '?sslmode=always',
    /DATABASE_URL has an unknown sslmode\. It must be one of: disable, no-verify/,
  );
  await assertRefused(
    'localhost',
    '?sslmode=prefer',
    /DATABASE_URL has an unsupported sslmode.*With prefer or allow, libpq also connects without TLS, which Stellwerk never does\./,
  );
  await assertRefused(
    'localhost',
    '?sslmode=verify-full&sslmode=disable',
    /DATABASE_URL must not have the parameter sslmode twice\./,
  );
  await assertRefused(
    'localhost',
    `?sslmode=verify-full&sslrootcert=${directory}/missing.pem`,
    /DATABASE_URL names the file .*\/missing\.pem as sslrootcert, which cannot be read \(ENOENT\)/,
  );
});

test('doctor warns of a connection that leaves the machine without encryption', {
  skip: process.platform === 'win32' && 'Windows does not connect to 0.0.0.0',
}, async () => {
  const doctor = async (host: string, parameters: string) =>
    (await callCommand(['doctor'], environmentFor(host, parameters))).stdout;
  assert.match(
    await doctor(`0.0.0.0:${ports.plain}`, ''),
    /^warn +encryption +The connection of DATABASE_URL is not encrypted.*sslmode=verify-full/m,
  );
  assert.match(await doctor(`0.0.0.0:${ports.tls}`, '?sslmode=no-verify'), /^ok +encryption /m);
  // The operator has decided.
  assert.match(await doctor(`0.0.0.0:${ports.plain}`, '?sslmode=disable'), /^ok +encryption /m);
  assert.match(await doctor(`127.0.0.1:${ports.plain}`, ''), /^ok +encryption /m);
});
