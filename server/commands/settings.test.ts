import assert from 'node:assert/strict';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import packageFile from '../package.json' with { type: 'json' };
import { callCommand } from '../testing/command-call.ts';
import { makeDirectory, runCommand } from '../testing/command-line.ts';
import { startMailServer } from '../testing/mail-server.ts';

test('settings shows defaults and values, but no secrets', async () => {
  const { stdout } = await runCommand(['settings'], {
    environment: {
      PORT: '9000',
      MASTER_KEY: 'ab'.repeat(32),
      DATABASE_URL: 'postgres://me:hidden@db/x',
      MIGRATION_DATABASE_URL: 'postgres://owner@db/x?password=hidden&sslpassword=hidden',
      DATABASE_SERVERS: 'north=postgres://me:hidden@db/y',
      MIGRATION_DATABASE_SERVERS: 'north=postgres://owner:hidden@db/y',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=hidden',
    },
  });
  assert.match(stdout, /^PORT +8080 +9000 /m);
  assert.match(stdout, /postgres:\/\/me:\*\*\*@db\/x/);
  assert.match(stdout, /^OTEL_EXPORTER_OTLP_HEADERS +\(none\) +\(set\) /m);
  assert.doesNotMatch(stdout, /hidden|abab/);
});

test('settings judges each value by itself, and a start names all faults', async () => {
  const environment = {
    WORKERS: 'many',
    PORT: '9000',
    MASTER_KEY: 'tooshort',
    CHANGE_LOG_DAYS: '7',
    CV_OCR: 'maybe',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'many:4318',
    OTEL_EXPORTER_OTLP_HEADERS: 'tooshort',
    OTEL_TRACES_SAMPLER_ARG: '1.5',
  };
  const { code, stdout } = await runCommand(['settings'], { environment });
  assert.equal(code, 1);
  assert.match(stdout, /^WORKERS +one per core.* \(invalid\) +1 to 64 /m);
  assert.match(stdout, /^PORT +8080 +9000 +0 to 65535 /m);
  assert.match(stdout, /^MASTER_KEY .*\(invalid\) /m);
  assert.match(stdout, /^CHANGE_LOG_DAYS +400 +\(invalid\) +400 to 36500 /m);
  assert.match(stdout, /^WORKERS must be an integer from 1 to 64$/m);
  assert.doesNotMatch(stdout, /many|tooshort/);
  const list = JSON.parse((await runCommand(['settings', '--json'], { environment })).stdout);
  const faults = (list as { name: string; fault: string | null }[]).filter(({ fault }) => fault !== null);
  assert.deepEqual(
    faults.map(({ name }) => name),
    [
      'MASTER_KEY',
      'WORKERS',
      'CHANGE_LOG_DAYS',
      'CV_OCR',
      'OTEL_EXPORTER_OTLP_ENDPOINT',
      'OTEL_EXPORTER_OTLP_HEADERS',
      'OTEL_TRACES_SAMPLER_ARG',
    ],
  );
  const start = await runCommand(['start'], { environment });
  for (const { fault } of faults) assert.ok(start.stderr.includes(fault!), start.stderr);
});

test('an empty list of retries is shown as what it is, not as the default', async () => {
  const environment = { WEBHOOK_RETRY_SECONDS: '', PORT: '' };
  const { stdout } = await runCommand(['settings'], { environment });
  assert.match(stdout, /^WEBHOOK_RETRY_SECONDS +5,300\S+ +\(empty\) +at most 20 /m);
  assert.match(stdout, /^PORT +8080 +\(default\) /m);
  const list: { name: string; value: string | null; source: string }[] = JSON.parse(
    (await runCommand(['settings', '--json'], { environment })).stdout,
  );
  const { value, source } = list.find(({ name }) => name === 'WEBHOOK_RETRY_SECONDS')!;
  assert.deepEqual([value, source], ['', 'environment']);
});

test('BLOB_URL names an absolute directory', async () => {
  for (const BLOB_URL of [
    'file://srv/documents',
    'file:documents',
    'file:///srv/a%2Fb',
    'file:///srv/documents?x=1',
  ]) {
    const { code, stdout } = await runCommand(['settings'], { environment: { BLOB_URL } });
    assert.equal(code, 1, BLOB_URL);
    assert.match(stdout, /^BLOB_URL must have the form file:\/\/\/absolute\/directory /m);
  }
  const { code } = await runCommand(['settings'], { environment: { BLOB_URL: 'file:///srv/documents' } });
  assert.equal(code, 0);
});

test('MANAGEMENT_PORT is a port other than PORT, or off', async () => {
  const faultOf = async (environment: Record<string, string>) => {
    const { stdout } = await runCommand(['settings', '--json'], { environment });
    const list = JSON.parse(stdout) as { name: string; fault: string | null }[];
    return list.find(({ name }) => name === 'MANAGEMENT_PORT')!.fault;
  };
  assert.equal(await faultOf({ MANAGEMENT_PORT: 'off' }), null);
  assert.equal(await faultOf({ MANAGEMENT_PORT: '8080', ROLE: 'worker' }), null);
  assert.equal(await faultOf({ MANAGEMENT_PORT: '8080' }), 'MANAGEMENT_PORT must differ from PORT');
  assert.equal(
    await faultOf({ MANAGEMENT_PORT: 'on' }),
    'MANAGEMENT_PORT must be an integer from 0 to 65535, or off',
  );
});

test('ROLE=api and ROLE=worker need a database that another service can use', async () => {
  for (const [role, undone] of [
    ['api', 'do the background work'],
    ['worker', 'serve requests'],
  ] as const) {
    const { code, stderr } = await callCommand(['start'], { DATA_DIR: '/proc/x', ROLE: role });
    assert.equal(code, 1);
    assert.equal(
      stderr,
      `stellwerk: ROLE=${role} needs DATABASE_URL: only one service can use the embedded database, and nothing would ${undone}. Set DATABASE_URL, or ROLE to all. See: npx stellwerk settings\n`,
    );
    assert.match((await callCommand(['doctor'], { ROLE: role })).stdout, /^fail +settings +ROLE=/m);
  }
});

test('an .env file in the working directory sets what the environment does not', async () => {
  const workingDirectory = await makeDirectory();
  const file = join(workingDirectory, '.env');
  await writeFile(file, '# Ours\nPORT=9001\nWORKERS=3 # cores\nexport HOST="127.0.0.2"\n');
  const environment = { PORT: '9000' };
  const run = () => runCommand(['settings', '--json'], { environment, workingDirectory });
  const list: { name: string; value: string | null; source: string }[] = JSON.parse((await run()).stdout);
  const shown = (name: string) =>
    list.filter((row) => row.name === name).map((row) => [row.value, row.source]);
  assert.deepEqual(
    [...shown('PORT'), ...shown('WORKERS'), ...shown('HOST'), ...shown('ROLE')],
    [
      ['9000', 'environment'],
      ['3', '.env'],
      ['127.0.0.2', '.env'],
      [null, 'default'],
    ],
  );
  await rm(file);
  await mkdir(file);
  const { code, stdout } = await run();
  assert.equal(code, 1);
  assert.match(JSON.parse(stdout).error, /^\.env in .* cannot be read \(EISDIR\)\. /);
});

test('what .env has beside settings is named, and a byte order mark is not part of a name', async () => {
  const workingDirectory = await makeDirectory();
  await writeFile(
    join(workingDirectory, '.env'),
    '\uFEFFPORT=9001\r\nWORKER=3\nMETRIC_TOKEN=secret-secret-secret\nPORT 9000\nFROBNICATE=1\nNODE_OPTIONS=\nTMPDIR=/tmp\nDOMAIN=a.example\nOBJECTS_PASSWORD=x\nMY NAME=1\n=2\nMAIL_FROM="a\nb c"\n',
  );
  const options = { environment: { DATA_DIR: join(workingDirectory, 'none') }, workingDirectory };
  const { stdout } = await runCommand(['settings'], options);
  assert.match(stdout, /^PORT +8080 +9001 \(\.env\) /m);
  const notes = stdout.split('\n').filter((line) => line.includes('no effect'));
  assert.deepEqual(notes, [
    '.env sets FROBNICATE, which is not a setting and has no effect. See: npx stellwerk settings',
    '.env sets METRIC_TOKEN, which is not a setting and has no effect. Did you mean METRICS_TOKEN?',
    '.env sets WORKER, which is not a setting and has no effect. Did you mean WORKERS?',
    'Line 4 of .env is not a variable and has no effect. Write NAME=value, or # before a comment.',
    'Line 10 of .env is not a variable and has no effect. Write NAME=value, or # before a comment.',
    'Line 11 of .env is not a variable and has no effect. Write NAME=value, or # before a comment.',
  ]);
  assert.doesNotMatch(stdout, /secret-secret/);
  assert.match(
    (await runCommand(['doctor'], options)).stdout,
    /^warn +names of settings +.*\.env sets WORKER, .*Did you mean WORKERS\?/m,
  );
});

const UNUSABLE: [string, string | Buffer, string][] = [
  ['a colon', '# Ours\n\nexport PORT=0\nDATA_DIR: /srv/x\n', 'Line 4 of .env is not a variable'],
  [
    'a colon before a sign',
    'MAIL_FROM="a\nb: c\n"\nDATABASE_URL: postgres://me:hidden@db/x?sslmode=require\n',
    'Line 4 of .env is not a variable',
  ],
  ['a space before a sign', 'METRICS_TOKEN hidden-hidden-hidden==', 'Line 1 of .env is not a variable'],
  ['UTF-16', Buffer.from('\uFEFFDATA_DIR=/srv/x\n', 'utf16le'), 'Line 1 of .env is not in UTF-8'],
];
for (const [what, contents, message] of UNUSABLE) {
  test(`a line of .env that cannot be used stops everything before something is created: ${what}`, async () => {
    const workingDirectory = await makeDirectory();
    await writeFile(join(workingDirectory, '.env'), contents);
    // A service that nevertheless starts ends at once, with another message.
    const options = { environment: { PORT: '0', HOST: '192.0.2.1' }, workingDirectory };
    for (const command of ['start', 'migrate']) {
      const { code, stdout, stderr } = await runCommand([command], options);
      assert.deepEqual([code, stdout], [1, ''], stderr);
      assert.match(
        stderr,
        new RegExp(`^stellwerk: ${message}[^\n]+ (Write NAME=value, or #|Save the file).*\n$`),
      );
      assert.doesNotMatch(stderr, /hidden|srv/);
    }
    assert.deepEqual(await readdir(workingDirectory), ['.env']);
    const settings = await runCommand(['settings'], options);
    assert.equal(settings.code, 1);
    assert.match(settings.stdout, new RegExp(`^${message}`, 'm'));
    const doctor = await runCommand(['doctor'], options);
    assert.match(doctor.stdout, new RegExp(`^fail +settings +${message}`, 'm'));
    assert.doesNotMatch(settings.stdout + doctor.stdout, /hidden/);
  });
}

test('--version prints the version', async () => {
  const { code, stdout } = await runCommand(['--version']);
  assert.deepEqual({ code, stdout }, { code: 0, stdout: `${packageFile.version}\n` });
  const { version } = JSON.parse((await runCommand(['--version', '--json'])).stdout);
  assert.equal(version, packageFile.version);
});

test('"help" shows the usage of all commands or of one', async () => {
  assert.match((await runCommand(['help'])).stdout, /^Usage: npx stellwerk COMMAND/);
  const { code, stdout } = await runCommand(['help', 'client', 'create']);
  assert.equal(code, 0);
  assert.match(stdout, /^Usage: npx stellwerk client create /);
});

test('a misspelled setting in the environment is named, and variables of other programs are not', async () => {
  const environment = {
    DATA_DIR: '/nonexistent',
    SMTP_URI: 'smtp://secret',
    TRUSTED_PROXYS: 'x',
    HOSTNAME: 'host',
    LOG_FORMAT: 'x',
    SMTP_HOST: 'x',
    XDG_DATA_DIRS: 'x',
    KUBERNETES_PORT: 'x',
  };
  const { stdout } = await runCommand(['settings'], { environment });
  assert.deepEqual(
    stdout.split('\n').filter((line) => line.includes('no effect')),
    [
      'The environment sets SMTP_URI, which is not a setting and has no effect. Did you mean SMTP_URL?',
      'The environment sets TRUSTED_PROXYS, which is not a setting and has no effect. Did you mean TRUSTED_PROXIES?',
    ],
  );
  const doctor = await runCommand(['doctor'], { environment });
  assert.match(doctor.stdout, /^warn +names of settings +.*SMTP_URI.*Did you mean SMTP_URL\?/m);
});

test('"mail test" sends a mail, and "doctor" and "settings" never show the password', async () => {
  const onAuth = (
    { password }: { password?: string | null | undefined },
    _session: unknown,
    done: (error: Error | null, response?: { user: string }) => void,
  ) => (password === 'hidden' ? done(null, { user: 'me' }) : done(new Error('wrong')));
  const server = await startMailServer({ authOptional: false, allowInsecureAuth: true, onAuth });
  const withPassword = (password: string) => ({
    // An address as the user, whose @ is not encoded.
    SMTP_URL: `smtp://me@firm.example:${password}@127.0.0.1:${server.port}`,
    MAIL_FROM: 'Firm <mail@firm.example>',
    DATA_DIR: '/nonexistent',
  });
  const environment = withPassword('hidden');
  const sent = await runCommand(['mail', 'test', 'me@example.org'], { environment });
  assert.equal(sent.code, 0, sent.stderr);
  assert.deepEqual(server.received[0]?.recipients, ['me@example.org']);
  server.reject = { at: 'recipient', status: 450 };
  const greylisted = await runCommand(['mail', 'test', 'me@example.org'], { environment });
  assert.equal(greylisted.code, 1);
  assert.match(greylisted.stderr, /RCPT TO, response 450.*refuses it for now.*repeats its mails by itself/);
  server.reject = { at: 'recipient', status: 550, text: '5.1.1 <me@example.org>: User unknown' };
  const unknown = await runCommand(['mail', 'test', 'me@example.org'], { environment });
  assert.match(unknown.stderr, /RCPT TO, response 550 5\.1\.1\).*rejects the recipient\. Check the address/);
  assert.match(unknown.stderr, /The server said: 550 5\.1\.1 <me@example\.org>: User unknown$/m);
  server.reject = undefined;
  const doctor = await runCommand(['doctor'], { environment });
  assert.match(doctor.stdout, /^ok +mail +The mail server accepts the connection/m);
  const settings = await runCommand(['settings'], { environment });
  assert.match(settings.stdout, /smtp:\/\/me@firm\.example:\*\*\*@127\.0\.0\.1/);
  const wrong = await runCommand(['mail', 'test', 'me@example.org'], { environment: withPassword('wr0ng') });
  assert.equal(wrong.code, 1);
  assert.match(wrong.stderr, /EAUTH.*Check the user and password in SMTP_URL/);
  const failed = await runCommand(['doctor'], { environment: withPassword('wr0ng') });
  assert.match(failed.stdout, /^fail +mail +.*EAUTH/m);
  for (const { stdout, stderr } of [sent, unknown, doctor, settings, wrong, failed])
    assert.doesNotMatch(stdout + stderr, /hidden|wr0ng/);
});

test('doctor compares the free space of each disk with DISK_FLOOR_MB', async () => {
  const directory = await makeDirectory();
  const documents = await makeDirectory();
  const diskOf = async (DISK_FLOOR_MB: string) => {
    const environment = { DATA_DIR: directory, BLOB_URL: `file://${documents}`, DISK_FLOOR_MB };
    const { stdout } = await runCommand(['doctor', '--json'], { environment });
    return JSON.parse(stdout).checks.find(({ check }: { check: string }) => check === 'disk');
  };
  const low = await diskOf('1000000000');
  assert.equal(low.state, 'fail');
  assert.ok(low.finding.startsWith(`${documents} has `), low.finding);
  assert.match(
    low.finding,
    / has \d+\.\d GiB free, the floor \(DISK_FLOOR_MB\) is 976562\.5 GiB.* Uploads are rejected with 507\. Free up space\.$/,
  );
  assert.equal((await diskOf('1')).state, 'ok');
});
