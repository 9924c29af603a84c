import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { createApplication } from '../../application.ts';
import { requestToken, startTestService } from '../../testing/harness.ts';
import { openSocket, readAnswer } from '../../testing/raw-http.ts';

// Callers keep their connections open, and a stop must not wait for them once their requests have ended. Without that, these tests end
// with the keep-alive timeout of 72 seconds.
const OPTIONS = { timeout: 30_000 };

const service = await startTestService();
const { settings } = service.services;
const { body: candidate } = await service.tenant.api.post('/candidates', {
  firstName: 'Ada',
  lastName: 'Muster',
});

const READ = `/v3/candidates/${candidate.id}`;

/** Stops a service while it has a request without the end of its body, and another one without the end of its head. */
async function stopDuringRequests(path: string) {
  const application = await createApplication(service.services);
  const baseUrl = `http://127.0.0.1:${await application.listen({ port: 0, host: '127.0.0.1' })}`;
  const token = await requestToken(baseUrl, settings.publicUrl, service.tenant);
  // From the second time on, it is served without the framework.
  const headers = { authorization: `Bearer ${token}`, 'user-agent': 'close-test/1.0', connection: 'close' };
  for (let time = 0; time < 2; time++) await (await fetch(`${baseUrl}${READ}`, { headers })).text();
  const [created, read] = [await openSocket(baseUrl), await openSocket(baseUrl)];
  const common = `Host: localhost\r\nUser-Agent: close-test/1.0\r\nAuthorization: Bearer ${token}\r\n`;
  read.write(`GET ${path} HTTP/1.1\r\n`);
  const body = JSON.stringify({ firstName: 'Ada', lastName: 'Muster' });
  created.write(
    `POST /v3/candidates HTTP/1.1\r\n${common}Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n${body.slice(0, 5)}`,
  );
  // The interim response says that the head has arrived, and what was written before it.
  await once(created, 'data');
  const closed = application.close();
  read.write(`${common}\r\n`);
  const answer = await readAnswer(read);
  created.write(body.slice(5));
  return { answers: [answer, await readAnswer(created)] as const, closed };
}

for (const [path, status] of [
  [READ, 200],
  ['/v3/candidates', 200],
  ['/nothing', 404],
] as const)
  test(`a stop waits for running requests, and not for their connections: GET ${path}`, OPTIONS, async () => {
    const { answers, closed } = await stopDuringRequests(path);
    assert.deepEqual(
      answers.map((answer) => answer.status),
      [status, 200],
    );
    // Of the request that began after the stop. Its caller opens another connection for the next one.
    assert.equal(answers[0].headers.connection, 'close');
    await closed;
  });
