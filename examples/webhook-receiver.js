// examples/webhook-receiver.js
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const handled = new Set(); // Use a table in production: a call may arrive twice, even after a restart.

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  try {
    webhook.verify(text, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  response.end(); // Return 200 before doing any work.
  const { id, event, endpoint } = JSON.parse(text);
  if (handled.has(id)) return;
  handled.add(id);
  console.log(`${event}: fetch ${endpoint}`);
});

server.listen(process.env.PORT, () => console.log('Waiting for calls.'));
