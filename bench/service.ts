import { createApplication } from '../server/application.ts';
import { readSettings } from '../server/config.ts';
import { createLog } from '../server/core/log.ts';
import { openServices } from '../server/open-services.ts';

// One process of the service as it runs in production, including its log, which goes to /dev/null. The last argument says of how many
// it is one, 1 if not set.

const [url = '', dataDirectory = '', masterKey = '', connections = '', processes = '1'] =
  process.argv.slice(2);
const settings = readSettings({
  DATA_DIR: dataDirectory,
  DATABASE_CONNECTIONS: connections,
  PUBLIC_URL: 'http://localhost:8080',
  WORKERS: processes,
});
const services = openServices({
  settings,
  log: createLog('info', '/dev/null'),
  databaseUrl: url,
  masterKey: Buffer.from(masterKey, 'hex'),
});
const application = await createApplication(services);
process.send?.({ port: await application.listen({ port: 0, host: '127.0.0.1' }) });
