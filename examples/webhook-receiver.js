// examples/webhook-receiver.js
import { createServer } from 'node:http';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
const handled = new Set(); // In earnest a table: a call may come twice, also after a restart.

const server = createServer(async (request, response) => {
  let text = '';
  for await (const chunk of request) text += chunk;
  try {
    webhook.verify(text, request.headers);
  } catch {
    return response.writeHead(401).end();
  }
  response.end(); // 200 first; the work comes after.
  const { id, event, endpoint } = JSON.parse(text);
  if (handled.has(id)) return;
  handled.add(id);
  console.log(`${event}: fetch ${endpoint}`);
});

server.listen(process.env.PORT, () => console.log('Waiting for calls.'));
