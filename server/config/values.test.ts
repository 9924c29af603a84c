import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readSettings, SettingError } from '../config.ts';

for (const name of ['PUBLIC_URL', 'GEOCODER_URL', 'OTEL_EXPORTER_OTLP_ENDPOINT'])
  test(`${name} must have a host after http://`, () => {
    for (const value of ['http:///localhost:8080', 'http:localhost:8080', 'https:////localhost'])
      assert.throws(() => readSettings({ [name]: value }), SettingError, value);
    readSettings({ [name]: 'http://localhost:8080' });
  });

for (const [reason, url] of [
  ['a slash', 'postgres://stellwerk:12/secret@db/x'],
  ['a slash behind a letter', 'postgres://stellwerk:a12/secret@db/x'],
  ['a question mark', 'postgres://stellwerk:12?secret@db/x'],
  ['a number sign', 'postgres://stellwerk:12#secret@db/x'],
  ['a slash in one of several servers', 'north=postgres://db/x south=postgres://stellwerk:12/secret@db/x'],
] as const)
  test(`A password with ${reason} that is not encoded is refused, and not shown`, () => {
    const name = url.startsWith('north') ? 'DATABASE_SERVERS' : 'DATABASE_URL';
    const settings = { DATABASE_URL: 'postgres://db/y', [name]: url };
    assert.throws(
      () => readSettings(settings),
      (error) => {
        assert(error instanceof SettingError);
        assert.match(error.message, /password contains .* URL-encoded: %2F/);
        assert.doesNotMatch(error.message, /secret|12/);
        return true;
      },
    );
  });

test('A URL of a database can have an @ in an encoded password, and in a parameter', () => {
  for (const url of [
    'postgres://stellwerk:a%2Fb%40c@db/x',
    'postgres://stellwerk@db/x?password=a@b',
    'postgres://db?user=a@b',
    'postgres://stellwerk:a@b@db/x',
    'postgres://stellwerk@/x',
  ])
    assert.doesNotThrow(() => readSettings({ DATABASE_URL: url }), url);
});

test('An invalid URL is reported as invalid, and not as missing', () => {
  const invalid = 'postgres://db/x?sslmode=prefer';
  for (const settings of [
    {
      DATABASE_URL: invalid,
      DATABASE_SERVERS: 'north=postgres://db/y',
      MIGRATION_DATABASE_URL: 'postgres://db/x',
    },
    {
      DATABASE_URL: 'postgres://db/x',
      DATABASE_SERVERS: `north=${invalid}`,
      MIGRATION_DATABASE_SERVERS: 'north=postgres://db/y',
    },
  ])
    assert.throws(
      () => readSettings(settings),
      (error) => {
        assert(error instanceof SettingError);
        assert.match(error.message, /sslmode/);
        assert.doesNotMatch(error.message, /needs DATABASE_URL|does not have/);
        return true;
      },
    );
});

test('A URL of a database that names neither a host nor a database is refused', () => {
  for (const url of ['postgres://', 'postgres:///', 'postgres://@/', 'postgres://u:p@'])
    assert.throws(() => readSettings({ DATABASE_URL: url }), /must have the form postgres:/, url);
  for (const url of ['postgres:///x', 'postgres://?host=/run/postgresql', 'postgres://u:p@/'])
    assert.doesNotThrow(() => readSettings({ DATABASE_URL: url }), url);
});

test('A mail server has the scheme of its port, unless it is on this machine, where it can be a tunnel', () => {
  const read = (url: string) => readSettings({ SMTP_URL: url, MAIL_FROM: 'jobs@firm.example' });
  assert.throws(() => read('smtp://mail.example:465'), /port 465.* Write smtps:\/\//);
  for (const port of [25, 587])
    assert.throws(() => read(`smtps://mail.example:${port}`), /STARTTLS\. Write smtp:\/\//);
  for (const url of [
    'smtps://mail.example:465',
    'smtps://mail.example:2465',
    'smtp://mail.example:25',
    'smtp://localhost:465',
  ])
    assert.doesNotThrow(() => read(url), url);
});
