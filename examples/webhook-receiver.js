// examples/webhook-receiver.js
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const handled = new Set(); // In production use a table: a call can come twice, even after a restart.

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  let body;
  try {
    body = webhook.verify(text, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  // A cloud event has the body of the standard format in "data".
  const { id, event, endpoint } = (body?.specversion ? body.data : body) ?? {};
  // Not 200, so that the service retries, and the delivery log shows the failure.
  if (!id || !event || !endpoint) return response.writeHead(400).end();
  response.end(); // Respond with 200 first, then do the work.
  if (handled.has(id)) return;
  handled.add(id);
  console.log(`${event}: fetch ${endpoint}`);
});

server.listen(process.env.PORT, () => console.log('Waiting for calls.'));
