import { Deliverer } from '../server/areas/webhooks/index.ts';
import { readSettings } from '../server/config.ts';
import { createLog } from '../server/core/log.ts';
import { startQueue } from '../server/core/queue/index.ts';
import { openServices } from '../server/open-services.ts';

// A process that makes webhook calls, like the role worker. Reports its peak memory on request.

const [url = '', dataDirectory = '', masterKey = ''] = process.argv.slice(2);
const settings = readSettings({
  DATA_DIR: dataDirectory,
  PUBLIC_URL: 'http://localhost:8080',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});
const log = createLog('info', '/dev/null');
const services = openServices({ settings, log, databaseUrl: url, masterKey: Buffer.from(masterKey, 'hex') });
await startQueue({ databaseUrl: url, log, tasks: [new Deliverer(services).task()] });
let highestBytes = 0;
setInterval(() => {
  highestBytes = Math.max(highestBytes, process.memoryUsage.rss());
}, 20);
process.on('message', () => {
  process.send!({ highestBytes });
  highestBytes = 0;
});
process.send!({ port: 0 });
