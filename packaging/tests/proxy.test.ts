import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { fetchToken, makeDirectory, waitFor } from '../../server/testing/command-line.ts';
import { findFreePort } from '../../server/testing/free-port.ts';
import { makeExternalDatabase } from './database.ts';
import { missing, ROOT, run, type Started, start, untilReady } from './programs.ts';

// Runs packaging/nginx/stellwerk.conf, which the guide shows, with a certificate of its own.

const skip = missing(['nginx', 'openssl']);
const started: Started[] = [];
after(async () => {
  for (const each of started.reverse()) await each.stop();
});

/** Starts nginx with the configuration, whose only changes are the ports and the certificate. Returns its port. */
async function startProxy(upstream: number): Promise<number> {
  const directory = await makeDirectory();
  const port = await findFreePort();
  const [certificate, key] = [join(directory, 'certificate.pem'), join(directory, 'key.pem')];
  const subject = ['-subj', '/CN=jobs.example.com', '-days', '1'];
  run('openssl', [
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-keyout',
    key,
    '-out',
    certificate,
    ...subject,
  ]);
  const server = (await readFile(join(ROOT, 'packaging/nginx/stellwerk.conf'), 'utf8'))
    .replace('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replace('/etc/ssl/jobs.example.com.pem', certificate)
    .replace('/etc/ssl/private/jobs.example.com.key', key)
    .replace('http://127.0.0.1:8080', `http://127.0.0.1:${upstream}`);
  await mkdir(join(directory, 'tmp'));
  const file = join(directory, 'nginx.conf');
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${directory}/tmp/${name};`,
  );
  await writeFile(
    file,
    `daemon off; pid ${directory}/nginx.pid; error_log stderr; user ${process.getuid?.() === 0 ? 'root' : 'nobody'};
     events {} http { access_log off; ${paths.join(' ')} ${server} }`,
  );
  const proxy = start('nginx', ['-e', 'stderr', '-p', directory, '-c', file], {
    env: { PATH: `${process.env.PATH}:/usr/sbin` },
  });
  started.push(proxy);
  await untilListening(port);
  return port;
}

async function untilListening(port: number): Promise<void> {
  await waitFor('nginx', () =>
    call(port, '/metrics', {}).then(
      () => true,
      () => false,
    ),
  );
}

interface Answer {
  status: number;
  bytes: Buffer;
  text: string;
}

/** A call over TLS to the name of the certificate. */
function call(
  port: number,
  path: string,
  headers: Record<string, string>,
  body?: string,
  localAddress?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        host: '127.0.0.1',
        port,
        path,
        localAddress,
        method: body === undefined ? 'GET' : 'POST',
        servername: 'jobs.example.com',
        rejectUnauthorized: false,
        headers: {
          host: 'jobs.example.com',
          'user-agent': 'PackagingTest/1.0',
          connection: 'close',
          ...headers,
        },
      },
      async (response) => {
        const parts: Buffer[] = [];
        for await (const part of response) parts.push(part);
        const bytes = Buffer.concat(parts);
        resolve({ status: response.statusCode!, bytes, text: bytes.toString() });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

async function startService(port: number): Promise<{ data: string; service: Started }> {
  const external = await makeExternalDatabase();
  after(() => external.close());
  const data = await makeDirectory();
  const service = start(process.execPath, ['server/commands/stellwerk.ts', 'start'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      DATA_DIR: data,
      DATABASE_URL: external.url,
      PORT: String(port),
      PUBLIC_URL: 'https://jobs.example.com',
      TRUSTED_PROXIES: '127.0.0.1',
      METRICS_TOKEN: 'a token of the packaging test',
      WORKERS: '1',
    },
  });
  started.push(service);
  await untilReady(`http://localhost:${port}/health/ready`, service);
  return { data, service };
}

test('the service works behind nginx with TLS', { skip }, async (context) => {
  const upstream = await findFreePort();
  const { data } = await startService(upstream);
  const port = await startProxy(upstream);
  const demo = JSON.parse(await readFile(join(data, 'demo.json'), 'utf8'));
  const token = await fetchToken({ ...demo, authUrl: `http://localhost:${upstream}` });
  const authorization = { authorization: `Bearer ${token}` };

  await context.test('a document of 30 MB arrives complete', async () => {
    const file = randomBytes(22_500_000);
    const listed = JSON.parse((await call(port, '/v3/candidates', authorization)).text);
    const id: number = listed.candidates[0].id;
    const body = JSON.stringify({
      filename: 'scan.bin',
      documentCategory: 'other',
      base64File: file.toString('base64'),
    });
    assert.ok(body.length >= 30_000_000);
    const uploaded = await call(
      port,
      `/v3/candidates/${id}/documents/other`,
      { ...authorization, 'content-type': 'application/json' },
      body,
    );
    assert.equal(uploaded.status, 200, uploaded.text);
    const { id: documentId } = JSON.parse(uploaded.text);
    const path = `/v3/candidates/export/documents/${documentId}/content`;
    const { bytes } = await call(port, path, authorization);
    const hash = (content: Buffer) => createHash('sha256').update(content).digest('hex');
    assert.equal(hash(bytes), hash(file));
  });

  await context.test('a rejection of a large body reaches the caller', async () => {
    const body = JSON.stringify({ filename: 'scan.bin', base64File: 'A'.repeat(30_000_000) });
    const headers = { authorization: 'Bearer expired', 'content-type': 'application/json' };
    const { status } = await call(port, '/v3/candidates/1/documents/other', headers, body);
    assert.equal(status, 401);
  });

  await context.test('callers are told apart by their addresses, not by those that they send', async () => {
    // Ten wrong secrets of one client from one network are locked out. Forged addresses do not help, and others are served.
    const attempt = async (localAddress: string, forged: string, secret: string) => {
      const form = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: demo.clientId,
        client_secret: secret,
        audience: demo.audience,
      });
      const type = { 'content-type': 'application/x-www-form-urlencoded' };
      const headers = { ...type, 'x-forwarded-for': forged };
      return (await call(port, '/oauth/token', headers, form.toString(), localAddress)).status;
    };
    for (let index = 1; index <= 10; index++)
      assert.equal(await attempt('127.0.9.1', `198.51.${index}.1`, 'wrong'), 401);
    assert.equal(await attempt('127.0.9.1', '198.51.99.1', demo.clientSecret), 429);
    assert.equal(await attempt('127.0.8.1', '198.51.99.1', demo.clientSecret), 200);
  });

  await context.test('/metrics is not reachable, even with its token', async () => {
    const { status } = await call(port, '/metrics', {
      authorization: 'Bearer a token of the packaging test',
    });
    assert.equal(status, 403);
  });
});

/** An upstream that records and controls when bytes pass, which the service itself does not show. */
async function startUpstream(handle: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer(handle).listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => server.close());
  return (server.address() as AddressInfo).port;
}

test('nginx passes the first part of a response on before the last one exists', { skip }, async () => {
  let finish = () => {};
  const port = await startProxy(
    await startUpstream((incoming, response) => {
      if (incoming.url !== '/stream') return void response.end();
      response.write('first');
      finish = () => response.end('last');
    }),
  );
  const outgoing = request({ host: '127.0.0.1', port, path: '/stream', rejectUnauthorized: false }).end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const [first] = await once(response, 'data');
  assert.equal(String(first), 'first');
  finish();
  const [last] = await once(response, 'data');
  assert.equal(String(last), 'last');
  outgoing.destroy();
});

test('nginx passes the first part of an upload on before the last one is sent', { skip }, async () => {
  const arrived = Promise.withResolvers<string>();
  const port = await startProxy(
    await startUpstream((incoming, response) => {
      incoming.once('data', (part) => arrived.resolve(String(part)));
      incoming.on('end', () => response.end(incoming.headers['x-forwarded-for'])).resume();
    }),
  );
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: '/upload',
    method: 'POST',
    rejectUnauthorized: false,
    headers: { 'x-forwarded-for': '203.0.113.9' },
  });
  outgoing.write('first');
  assert.equal(await arrived.promise, 'first');
  outgoing.end('last');
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  const [forwarded] = await once(response, 'data');
  assert.equal(String(forwarded), '203.0.113.9, 127.0.0.1');
  outgoing.destroy();
});
