import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { test } from 'node:test';
import { inTime } from '../../../testing/another-process.ts';
import { startTestService } from '../../../testing/harness.ts';
import { openSocket, readAnswer } from '../../../testing/raw-http.ts';
import { createMetrics } from '../metrics.ts';
import { createFastify } from './create-fastify.ts';
import { watchReaders } from './reader-watch.ts';

const { services } = await startTestService();

test('a response that breaks off while it waits for the one before it ends the connection after that one', async (t) => {
  const app = createFastify(services);
  watchReaders(app, services, createMetrics());
  const broken = Promise.withResolvers<void>();
  app.get('/first', async () => {
    await broken.promise;
    return 'complete';
  });
  app.get('/second', (_request, reply) => {
    const body = new Readable({ read() {} });
    body.push('a part');
    // The framework must have taken the part, so that the head is sent with it.
    reply.raw.once('pipe', () => setImmediate(() => body.destroy(new Error('broken'))));
    body.once('close', () => setImmediate(broken.resolve));
    return reply.type('text/plain').send(body);
  });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = await openSocket(origin);
  t.after(() => {
    socket.destroy();
    return app.close();
  });
  socket.write('GET /first HTTP/1.1\r\nHost: x\r\n\r\nGET /second HTTP/1.1\r\nHost: x\r\n\r\n');
  const { status, body } = await inTime('the end of the connection', readAnswer(socket));
  assert.deepEqual([status, body], [200, 'complete']);
});
