import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eventually } from '../../testing/another-process.ts';
import { startTestService } from '../../testing/harness.ts';
import { openSocket, sendRaw } from '../../testing/raw-http.ts';

const service = await startTestService();
const { api } = service.tenant;

// Each value occurs in only one place of a request, so that a match identifies the leak.
const PERSONAL = [
  'Xaveria',
  'Geheimnis',
  'xaveria.geheimnis@example.org',
  'xaveria.geheimnis%40example.org',
  '+4930901820',
  '030 901820',
  '1971-03-09',
  'Verstecktestraße',
  'Querywort',
  'Headerwort',
  'Keywort',
  'Pfadwort',
  'Eigenschaftswort',
  'crm-geheim',
];

function assertClean(): void {
  const log = service.logLines.map((line) => JSON.stringify(line));
  assert.ok(log.length > 0);
  const { clientSecret } = service.tenant;
  for (const secret of [...PERSONAL, api.token, api.token.split('.')[2]!, clientSecret]) {
    const hit = log.find((line) => line.toLowerCase().includes(secret.toLowerCase()));
    assert.equal(hit, undefined, `${secret} is in the log`);
  }
}

const BODY = {
  firstName: 'Xaveria',
  lastName: 'Geheimnis',
  birth: { date: '1971-03-09' },
  contact: { email: 'xaveria.geheimnis@example.org', phone: '030 901820' },
  location: { street: 'Verstecktestraße 1' },
};
const HEADERS = { 'x-forwarded-user': 'Headerwort', referer: 'http://x/Headerwort', cookie: 'a=Headerwort' };

test('successful calls leave no personal data in the log', async () => {
  const created = await api.post('/candidates', BODY, {
    headers: { ...HEADERS, 'idempotency-key': 'Keywort', 'user-agent': 'Headerwort/1.0' },
  });
  assert.equal(created.status, 200);
  await api.get(`/candidates/${created.body.id}`, { headers: HEADERS });
  await api.put(`/candidates/${created.body.id}`, { lastName: 'Geheimnis-Neu' });
  await api.get('/candidates/duplicates?email=xaveria.geheimnis%40example.org&phone=030%20901820');
  await api.get('/candidates');
  assertClean();
});

test('rejected calls leave no personal data in the log', async () => {
  await api.post(
    '/candidates',
    { ...BODY, contact: { email: 'Geheimnis' }, Eigenschaftswort: 1 },
    {
      headers: { prefer: 'handling=strict' },
    },
  );
  await api.post('/candidates', undefined, { rawBody: '{"firstName":"Xaveria' });
  await api.get('/candidates?Querywort=1&startDate=Querywort');
  await api.get('/candidates/Pfadwort');
  await api.get('/Pfadwort/xaveria.geheimnis@example.org');
  await api.get('/users/Pfadwort?Querywort');
  await api.get('/candidates/%zzPfadwort', { skipResponseCheck: true });
  await api.get('/branches', { headers: { authorization: `Basic ${btoa('Xaveria:Geheimnis')}` } });
  await sendRaw(service.baseUrl, 'Geheimnis Xaveria\r\n\r\n');
  assertClean();
});

test('a violated constraint leaves no personal data in the log', async () => {
  await api.post('/candidates', { ...BODY, importExternalId: 'crm-geheim' });
  const response = await api.post('/candidates', { ...BODY, importExternalId: 'crm-geheim' });
  assert.equal(response.status, 400);
  assertClean();
});

test('an error in the database leaves no personal data in the log', async () => {
  await service.sql(
    "ALTER TABLE candidate ADD CONSTRAINT candidate_broken CHECK (last_name <> 'Geheimnis') NOT VALID",
  );
  try {
    const response = await api.post('/candidates', BODY, { skipResponseCheck: true });
    assert.equal(response.status, 500);
    const line = service.logLines.find(({ messageGuid }) => messageGuid === response.body.messageGuid) as {
      cause: { code: string; constraint: string };
    };
    assert.deepEqual([line.cause.code, line.cause.constraint], ['23514', 'candidate_broken']);
  } finally {
    await service.sql('ALTER TABLE candidate DROP CONSTRAINT candidate_broken');
  }
  assertClean();
});

test('a value that the database cannot convert leaves no personal data in the log', async () => {
  await service.sql('ALTER TABLE candidate ALTER COLUMN email TYPE varchar(5) USING NULL');
  try {
    assert.equal((await api.post('/candidates', BODY, { skipResponseCheck: true })).status, 500);
  } finally {
    await service.sql('ALTER TABLE candidate ALTER COLUMN email TYPE text');
  }
  assertClean();
});

test('a reader that disconnects leaves no personal data in the log', async () => {
  for (let index = 0; index < 300; index++) {
    await api.post('/candidates', { ...BODY, remarks: 'Geheimnis '.repeat(3000) });
  }
  const socket = await openSocket(service.baseUrl);
  socket.write(
    `GET /v3/candidates/export/candidates?startDate=1971-03-09 HTTP/1.1\r\nHost: x\r\nUser-Agent: Headerwort/1\r\nAuthorization: Bearer ${api.token}\r\n\r\n`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.destroy();
  await eventually('the line of the request', async () =>
    service.logLines.some(
      ({ operation, status, isInterrupted }) =>
        operation === 'candidate_export' && status === 200 && isInterrupted === true,
    ),
  );
  assertClean();
});

test('token requests leave no secret in the log', async () => {
  const { clientId, clientSecret } = service.tenant;
  const fields = { grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret };
  for (const form of [
    fields,
    { ...fields, client_secret: 'Geheimnis' },
    { ...fields, client_id: 'Xaveria' },
    { ...fields, audience: 'Querywort' },
    { ...fields, grant_type: 'Geheimnis' },
  ]) {
    const response = await fetch(`${service.baseUrl}/oauth/token?Querywort=${clientSecret}`, {
      method: 'POST',
      headers: { 'user-agent': 'Headerwort/1' },
      body: new URLSearchParams(form),
    });
    await response.text();
  }
  assertClean();
});

test('each request has one log line with its operation, status and caller', async () => {
  const response = await api.get('/branches');
  const lines = service.logLines.filter(
    (line) => line.requestId === response.headers.get('x-request-id') && line.msg === 'request',
  );
  assert.equal(lines.length, 1);
  const { method, operation, status, clientId, tenantId } = lines[0]!;
  assert.deepEqual(
    { method, operation, status, clientId, tenantId },
    {
      method: 'GET',
      operation: 'branch_list',
      status: 200,
      clientId: service.tenant.clientId,
      tenantId: service.tenant.id,
    },
  );
});
