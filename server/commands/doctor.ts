import { readWindowTimes } from '../areas/changes/index.ts';
import { listTenants } from '../areas/tenants/index.ts';
import type { Settings } from '../config.ts';
import { requireOwnStore } from '../core/blobs/index.ts';
import { readMasterKeyFile } from '../core/crypto/master-key.ts';
import { readMasterKeys } from '../core/crypto/master-keys.ts';
import { toMasterKeyId } from '../core/crypto/sealing.ts';
import { connectClient } from '../core/db/connect-client.ts';
import { type Database, FIRST_SERVER, type SystemDatabase } from '../core/db/connection.ts';
import { inspectDatabase } from '../core/db/migrate.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { exists } from '../core/files/exists.ts';
import {
  findMasterKey,
  findOpenKeyFile,
  masterKeyFile,
  openBlobStore,
  openMasterKeys,
  openServers,
  readMasterKey,
} from '../open-services.ts';
import { type Command, CommandError, toTable } from './command.ts';
import { checkDataDirectory, checkDisk, checkDocuments } from './doctor-files.ts';
import { checkIsolation } from './doctor-isolation.ts';
import { checkMigrations } from './doctor-migrations.ts';
import { checkPrivileges } from './doctor-privileges.ts';
import { checkChangeLogs, checkReplication } from './doctor-replication.ts';
import { checkSchema } from './doctor-schema.ts';
import { checkCopies, checkDirectory, checkRegistration } from './doctor-servers.ts';
import { checkTenantLists } from './doctor-tenants.ts';
import { checkSample } from './document-sample.ts';
import { findUnknownNames } from './environment-faults.ts';
import { explainDatabaseError, toErrorLine } from './errors.ts';
import { openDatabaseServer } from './installation.ts';
import { nextKeyFile } from './master-key-rotation.ts';
import { findOpenConnections } from './open-connections.ts';
import { inspectServers, nameServer, ownerUrlOf } from './servers.ts';
import { requireRightKey } from './signing-key.ts';

type State = 'ok' | 'warn' | 'fail';
interface Finding {
  check: string;
  state: State;
  /** What was found and, unless the state is ok, what to do. */
  finding: string;
}

const CLOCK_WARN_MS = 1000;
const CLOCK_FAIL_MS = 30_000;

export const doctorCommand: Command = {
  name: 'doctor',
  summary: 'Check everything that the service needs, and say how to fix any problem.',
  async run({ settings: read }) {
    const findings: Finding[] = [];
    const check: Check = async (name, inspect) => {
      const result = await inspect().catch((error): [State, string] => ['fail', toErrorLine(error)]);
      if (result === undefined) return true;
      const [state, finding] = result;
      findings.push({ check: name, state, finding });
      return state !== 'fail';
    };

    await check('Node', async () => checkNode());
    let settings: Settings | undefined;
    await check('settings', async () => {
      settings = read();
      return ['ok', 'All values are valid.'];
    });
    // Also if a setting is invalid or missing, because a misspelled name can be the reason.
    const unknown = findUnknownNames();
    if (unknown.length > 0) await check('names of settings', async () => ['warn', unknown.join(' ')]);
    if (settings !== undefined) {
      await checkMail(settings, check);
      await checkRecognition(settings, check);
      await checkEncryption(settings, check);
      await checkInstallation(settings, check);
    }

    const failed = findings.some(({ state }) => state === 'fail');
    return {
      data: { ok: !failed, checks: findings },
      text: toTable(
        ['STATE', 'CHECK', 'FINDING'],
        findings.map((row) => [row.state, row.check, row.finding]),
      ),
      exitCode: failed ? 1 : 0,
    };
  },
};

/** Adds what `inspect` finds, or nothing if that is undefined. Resolves to false if the check fails. */
type Check = (name: string, inspect: () => Promise<[State, string] | undefined>) => Promise<boolean>;

async function checkMail(settings: Settings, check: Check): Promise<void> {
  await check('mail', async () => {
    if (settings.smtpUrl === undefined) return ['ok', 'SMTP_URL is not set, so no mail is sent.'];
    // Loaded only here, because it takes long.
    const { checkMailServer } = await import('../core/mail/index.ts');
    await checkMailServer(settings);
    return [
      'ok',
      'The mail server accepts the connection. Only a mail shows whether it takes mails. To send one, run: npx stellwerk mail test ADDRESS',
    ];
  });
}

async function checkRecognition({ recognizesText }: Settings, check: Check): Promise<void> {
  await check('recognition of text', async () => {
    if (!recognizesText) return ['ok', 'CV_OCR is off, so scans and pictures are stored and not read.'];
    // Loaded only here, because it takes long.
    const { Engine } = await import('../areas/documents/index.ts');
    await Engine.load();
    return ['ok', 'The engine and its languages, German and English, can be loaded.'];
  });
}

/** Of the connections to all databases, also those that do not respond. */
async function checkEncryption(settings: Settings, check: Check): Promise<void> {
  await check('encryption', async () => {
    const open = findOpenConnections(settings);
    return open.length > 0
      ? ['warn', open.join(' ')]
      : [
          'ok',
          'The connections to databases are encrypted, do not leave this machine, or have sslmode=disable.',
        ];
  });
}

async function checkInstallation(settings: Settings, check: Check): Promise<void> {
  const { dataDirectory } = settings;
  const hasDirectory = await exists(dataDirectory);
  if (!hasDirectory) {
    await check('DATA_DIR', async () => [
      settings.databaseUrl === undefined ? 'fail' : 'warn',
      `${dataDirectory} does not exist. Set DATA_DIR, or run "npm start" to create the directory.`,
    ]);
  } else {
    await check('DATA_DIR', () => checkDataDirectory(dataDirectory));
    const keyFile = await findOpenKeyFile(settings);
    if (keyFile !== undefined) await check('mode of the master key', async () => ['warn', keyFile]);
    await check('disk', () => checkDisk(settings));
  }
  let isStoreMissing = false;
  await check('documents', async () => {
    const found = await checkDocuments(settings);
    isStoreMissing = found === undefined;
    return found;
  });
  const database =
    hasDirectory || settings.databaseUrl !== undefined ? await checkDatabases(settings, check) : 'new';
  if (!isStoreMissing || database === 'hasStore') return;
  // The check of the document store fails if the installation has had one.
  await check('documents', async () => [
    'warn',
    database === 'unknown'
      ? 'The document store has no installation id. Once the database can be used, "doctor" says whether it should have one.'
      : 'The document store has no installation id. The first start creates the store.',
  ]);
}

/** Whether the installation has had a document store before, as far as the database tells. */
type StoreBefore = 'hasStore' | 'new' | 'unknown';

async function checkDatabases(settings: Settings, check: Check): Promise<StoreBefore> {
  let store: StoreBefore = 'unknown';

  let server: Awaited<ReturnType<typeof openDatabaseServer>> | undefined;
  try {
    const isReached = await check('database', async () => {
      server = await openDatabaseServer(settings);
      const { version, fault, writeFault } = await inspectDatabase(server.url).catch((error) => {
        throw explainDatabaseError(error, settings);
      });
      const found = fault ?? writeFault;
      if (found !== undefined) return ['fail', found];
      return ['ok', `PostgreSQL ${version} (${server.kind}).`];
    });
    if (isReached && server !== undefined) {
      store = await checkDatabase(settings, server.url, check);
      if (settings.databaseServers.length > 0) await checkOtherServers(settings, server.url, check);
    }
  } finally {
    await server?.close();
  }
  return store;
}

async function checkDatabase(settings: Settings, databaseUrl: string, check: Check): Promise<StoreBefore> {
  const hasOwner = ownerUrlOf(settings, FIRST_SERVER) !== undefined;
  const { isMigrated, role } = await checkServer({ url: databaseUrl, hasOwner }, check);
  if (!isMigrated) return 'unknown';
  const database = openServers(
    { ...settings, databaseServers: [], databaseConnections: 1, transactionTimeoutMs: 10_000 },
    { databaseUrl, databaseRole: role },
  );
  try {
    const isOwnStore = await check('document store', async () => {
      const store = openBlobStore(settings);
      const id = await requireOwnStore(database.system, store);
      // A store that the first start has yet to create belongs to nobody, which is reported as "documents".
      if ((await store.readOwner()) === undefined) return undefined;
      return ['ok', `It belongs to this installation, ${id}.`];
    });
    await check('master key', () => checkMasterKey(settings, database.system));
    if (isOwnStore) await check('document files', () => checkSample(database, openBlobStore(settings)));
    // With the setting, checkOtherServers checks this.
    if (settings.databaseServers.length === 0)
      await check('servers', async () => {
        await checkServers(database);
        return undefined;
      });
    await checkContents(database, check);
    return isOwnStore ? 'new' : 'hasStore';
  } finally {
    await database.close();
  }
}

/** What every server needs. */
async function checkServer({ url: databaseUrl, hasOwner }: { url: string; hasOwner: boolean }, check: Check) {
  const state = await inspectDatabase(databaseUrl);
  const isMigrated = await check('migrations', async () => checkMigrations(state, hasOwner));
  if (isMigrated) await check('schema', () => checkSchema(databaseUrl));
  await check('tenant isolation', async () => checkIsolation(state));
  if (hasOwner || state.tablesOwner !== undefined)
    await check('privileges', () => checkPrivileges(databaseUrl));
  await check('clock', () => checkClock(databaseUrl));
  return { isMigrated, role: state.role };
}

async function checkContents(database: Database, check: Check): Promise<void> {
  await check('final periods', () => checkFinalPeriods(database));
  await check('lists of tenants', () => checkTenantLists(database));
  await check('change logs', () => checkChangeLogs(database));
  await check('replication', () => checkReplication(database.system));
}

/** The servers of DATABASE_SERVERS. Each line has the name of its server. */
async function checkOtherServers(settings: Settings, databaseUrl: string, check: Check): Promise<void> {
  let isComplete = true;
  for (const { name, url } of settings.databaseServers) {
    const checkHere: Check = (what, inspect) => check(`${what} (${name})`, inspect);
    const isReached = await checkHere('database', async () => {
      const { version, fault, writeFault } = await inspectDatabase(url).catch((error) => {
        throw nameServer(explainDatabaseError(error, { ...settings, databaseUrl: url }), name);
      });
      const found = fault ?? writeFault;
      if (found !== undefined) throw nameServer(new CommandError(found), name);
      return ['ok', `PostgreSQL ${version}.`];
    });
    const hasOwner = ownerUrlOf(settings, name) !== undefined;
    isComplete = isReached && (await checkServer({ url, hasOwner }, checkHere)).isMigrated && isComplete;
  }
  if (!isComplete) return;
  const target = await inspectServers(settings, databaseUrl);
  const database = openServers({ ...settings, databaseConnections: 2 }, target);
  try {
    if (!(await check('servers', () => checkRegistration(database)))) return;
    for (const { name, database: other } of database.servers.slice(1)) {
      const checkHere: Check = (what, inspect) => check(`${what} (${name})`, inspect);
      await checkHere('value lists and keys', () => checkCopies(database, other.system));
      await checkHere('tenants', () => checkDirectory(database.system, name, other.system));
      await checkHere('document files', () => checkSample(other, openBlobStore(settings)));
      await checkContents(other, checkHere);
    }
  } finally {
    await database.close();
  }
}

async function checkFinalPeriods(database: Database): Promise<[State, string]> {
  let aheadMs = 0;
  for (const { id } of await listTenants(database.system)) {
    const { clockMs, boundaryMs } = await readWindowTimes(database.tenant(id), id);
    aheadMs = Math.max(aheadMs, boundaryMs - clockMs);
  }
  if (aheadMs <= CLOCK_WARN_MS) return ['ok', 'No final period ends in the future.'];
  const until = new Date(Date.now() + aheadMs).toISOString();
  return [
    'warn',
    `The clock was ahead and was set back, so periods until ${until} are final and changes get that time until then. Nothing is lost. If the clock is wrong now, correct it.`,
  ];
}

async function checkMasterKey(settings: Settings, db: SystemDatabase): Promise<[State, string]> {
  const sealing = await readMasterKeys(db);
  if (sealing.length === 0 && (await findMasterKey(settings)) === undefined)
    return ['warn', 'There is no master key yet. The first start generates one.'];
  const keys = await db.selectFrom('signing_key').select('key_id').limit(1).execute();
  if (keys.length === 0) return ['warn', 'There is no signing key yet. The first start generates one.'];
  const masterKey = await readMasterKey(settings, db);
  const masterKeys = openMasterKeys(settings, db, masterKey);
  await masterKeys.current();
  await requireRightKey({ database: { system: db }, masterKeys, now: () => new Date() });
  if (sealing.length > 1) return ['warn', await describeRotation(settings, masterKey, sealing[0]!.id)];
  return ['ok', `It opens the signing key. Its id is ${sealing[0]?.id}.`];
}

/** What a rotation that has begun waits for. */
async function describeRotation(settings: Settings, own: Buffer, newId: string): Promise<string> {
  const command = '"npx stellwerk keys rotate-master"';
  const begun = `A rotation to the master key ${newId} has begun.`;
  const isFile = settings.masterKey === undefined;
  const hasNewKey = toMasterKeyId(own) === newId;
  if (hasNewKey || isFile) {
    const others =
      hasNewKey && isFile && settings.databaseUrl !== undefined
        ? ` If other machines use this database, first copy ${masterKeyFile(settings)} to them, and restart every process.`
        : '';
    return `${begun}${others} Run ${command}, which completes it.`;
  }
  const file = nextKeyFile(settings);
  const stored = await readMasterKeyFile(file).catch(() => undefined);
  const written =
    stored !== undefined && toMasterKeyId(stored) === newId
      ? `Set MASTER_KEY to the contents of ${file}`
      : `If you do not have this key, run ${command}, which writes it to ${file}. Set MASTER_KEY to this key`;
  return `${begun} ${written}, restart every process, and run ${command} with the new MASTER_KEY, which completes the rotation.`;
}

async function checkNode(): Promise<[State, string]> {
  const { node } = process.versions;
  const major = Number(node.split('.')[0]);
  if (major < 25)
    return ['fail', `Node ${node} is too old. Run "npm ci" without --omit=optional, which installs Node 26.`];
  return major === 26 ? ['ok', `Node ${node}.`] : ['warn', `Node ${node}. Stellwerk is tested with Node 26.`];
}

async function checkClock(databaseUrl: string): Promise<[State, string]> {
  const client = await connectClient({ connectionString: databaseUrl });
  try {
    const beforeMs = Date.now();
    const { rows } = await client.query('SELECT extract(epoch FROM clock_timestamp()) * 1000 AS ms');
    // The database read its clock between these two readings, so their midpoint is off by at most half the round trip.
    const differenceMs = Math.round(Number(rows[0].ms) - (beforeMs + Date.now()) / 2);
    const shown = `The clocks of this machine and the database differ by ${Math.abs(differenceMs)} ms`;
    if (Math.abs(differenceMs) > CLOCK_FAIL_MS)
      return [
        'fail',
        `${shown}, so tokens expire too early or too late, and mails and the log have other times than the data. Synchronize both clocks.`,
      ];
    return Math.abs(differenceMs) > CLOCK_WARN_MS
      ? ['warn', `${shown}. Synchronize both clocks.`]
      : ['ok', `${shown}.`];
  } finally {
    await client.end();
  }
}
