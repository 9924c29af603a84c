import assert from 'node:assert/strict';
import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { after, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { Webhook } from 'standardwebhooks';
import { readWebhookSecrets } from '../areas/tenants/index.ts';
import { findFreePort } from '../testing/free-port.ts';
import { startWebhookService } from '../testing/webhook-service.ts';

// The receivers of the guide about webhooks, started as the guide says.

const { service, api, subscribe, createCandidate, drain, readLog } = await startWebhookService();
const [secret] = await readWebhookSecrets(service.services, service.tenant.id);
const OTHER_SECRET = `whsec_${Buffer.from('of another tenant').toString('base64')}`;

const fileOf = (name: string) => join(import.meta.dirname, '../../examples', name);

interface Program {
  file: string;
  command(port: number): [string, ...string[]];
  /** Where it reports the calls. */
  output: 'stdout' | 'stderr';
  /** Of its first line. */
  started: RegExp;
}

const NODE: Program = {
  file: 'webhook-receiver.js',
  command: () => [process.execPath, fileOf('webhook-receiver.js')],
  output: 'stdout',
  started: /^Waiting for calls\.$/,
};
const PHP: Program = {
  file: 'webhook-receiver.php',
  command: (port) => ['php', '-S', `127.0.0.1:${port}`, fileOf('webhook-receiver.php')],
  output: 'stderr',
  started: /Development Server .* started$/,
};

const hasPhp = await promisify(execFile)('php', ['--version']).then(
  () => true,
  () => false,
);

/** Starts a receiver. `nextReport` resolves to what it prints about the next call. */
async function start({ command, output, started }: Program) {
  const port = await findFreePort();
  const [name, ...words] = command(port);
  const child = spawn(name, words, {
    env: { PATH: process.env.PATH, PORT: String(port), WEBHOOK_SECRET: secret },
    stdio: ['ignore', output === 'stdout' ? 'pipe' : 'ignore', output === 'stderr' ? 'pipe' : 'inherit'],
  });
  after(() => child.kill());
  const lines = createInterface(child[output]!)[Symbol.asyncIterator]();
  assert.match((await lines.next()).value ?? '', started);
  return {
    url: `http://127.0.0.1:${port}/`,
    isRunning: () => child.exitCode === null,
    async nextReport(): Promise<string | undefined> {
      for (;;) {
        const { value, done } = await lines.next();
        if (done) return undefined;
        // The server of PHP also prints the time, and a line for each connection.
        const report = /\S+: fetch \/\S+$/.exec(value)?.[0];
        if (report !== undefined) return report;
      }
    },
  };
}

for (const program of [NODE, PHP]) {
  const skip = program === PHP && !hasPhp && 'there is no php to run it with';
  describe(`${program.file} of the guide`, { skip }, async () => {
    if (skip !== false) return;
    const receiver = await start(program);
    const { url } = receiver;
    const post = async (body: string, { at = new Date(), secrets = [secret!], sent = body } = {}) => {
      const signatures = secrets.map((one) => new Webhook(one).sign('1', at, body));
      const headers = {
        'webhook-id': '1',
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        'webhook-signature': signatures.join(' '),
      };
      return (await fetch(url, { method: 'POST', headers, body: sent })).status;
    };

    for (const [format, name] of [
      [1482, 'the standard format'],
      [1483, 'the format of cloud events'],
    ] as const) {
      test(`it reads a call in ${name}`, async () => {
        assert.equal((await api.put(`/webhooks/settings/eventdatatype/${format}`)).status, 200);
        const registration = await subscribe({ url });
        const candidateId = await createCandidate();
        await drain(registration);
        const events: { sendStatus: string }[] = await readLog();
        // First, because a call that was refused prints no line.
        assert.deepEqual(
          events.map(({ sendStatus }) => sendStatus),
          ['Transfered'],
        );
        assert.equal(await receiver.nextReport(), `candidate.created: fetch /candidates/${candidateId}`);
      });
    }

    for (const body of ['{"id":"1","type":"other"}', '{"specversion":"1.0","id":"1"}', 'null', '[]', '"x"']) {
      test(`it refuses the body ${body}, and goes on`, async () => {
        assert.equal(await post(body), 400);
      });
    }

    test('it accepts one of several signatures', async () => {
      const body = JSON.stringify({ id: '1', event: 'candidate.created', endpoint: '/candidates/1' });
      for (const secrets of [
        [secret!, OTHER_SECRET],
        [OTHER_SECRET, secret!],
      ])
        assert.equal(await post(body, { secrets }), 200);
      assert.equal(await post(body, { secrets: [OTHER_SECRET] }), 401);
    });

    test('it refuses another body than the signed one, and a call that is too old', async () => {
      assert.equal(await post('{"id":"1"}', { sent: '{"id":"2"}' }), 401);
      assert.equal(await post('{}', { at: new Date(Date.now() - 302_000) }), 401);
      // The receiver reads it later.
      assert.equal(await post('{}', { at: new Date(Date.now() + 360_000) }), 401);
    });

    test('it refuses a call without a signature', async () => {
      const response = await fetch(url, { method: 'POST', body: '{}' });
      assert.equal(response.status, 401);
      assert.ok(receiver.isRunning());
    });
  });
}
