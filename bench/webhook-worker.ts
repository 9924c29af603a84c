import { ExpectedReads } from '../server/areas/candidates/index.ts';
import { Deliverer } from '../server/areas/webhooks/index.ts';
import { readSettings } from '../server/config.ts';
import { createLog } from '../server/core/log.ts';
import { startQueue } from '../server/core/queue/index.ts';
import { openServices } from '../server/open-services.ts';

// A process that makes webhook calls, like the role worker. With "store-nothing", it does not store the records that receivers
// are about to read. Reports its peak memory on request.

const [url = '', dataDirectory = '', masterKey = '', , storing = ''] = process.argv.slice(2);
const settings = readSettings({
  DATA_DIR: dataDirectory,
  PUBLIC_URL: 'http://localhost:8080',
  WEBHOOK_ALLOW_PRIVATE: 'true',
});
const log = createLog('info', '/dev/null');
const services = openServices({ settings, log, databaseUrl: url, masterKey: Buffer.from(masterKey, 'hex') });
const reads = new ExpectedReads(services.database);
const deliverer = new Deliverer(services, {
  onCall: storing === 'store-nothing' ? undefined : (tenantId, endpoint) => reads.expect(tenantId, endpoint),
});
await startQueue({ databaseUrl: url, log, tasks: [deliverer.task()] });
let highestBytes = 0;
setInterval(() => {
  highestBytes = Math.max(highestBytes, process.memoryUsage.rss());
}, 20);
process.on('message', () => {
  process.send!({ highestBytes });
  highestBytes = 0;
});
process.send!({ port: 0 });
