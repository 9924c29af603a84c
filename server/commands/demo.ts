import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { audienceOf, createClient, issuerOf, PERMISSIONS } from '../areas/access/index.ts';
import {
  changeTenantKey,
  createTenant,
  findTenant,
  listAllTenants,
  removeTenant,
} from '../areas/tenants/index.ts';
import { setPassword } from '../areas/users/index.ts';
import type { Settings } from '../config.ts';
import { connectClient } from '../core/db/connect-client.ts';
import { writeAtomically } from '../core/db/embedded/process.ts';
import type { Services } from '../core/services.ts';
import { openBlobStore } from '../open-services.ts';
import { type DemoAccess, demoFile } from './demo-access.ts';

export const DEMO_KEY = 'demo';
// Key of the demo tenant until it is complete. If a start finds this key, an earlier start died, and the tenant is replaced.
const UNFINISHED_KEY = 'demo-unfinished';
// Any constant works, as long as all starts use the same one.
const DEMO_LOCK = 7_146_510_235;

async function readDemoAccess(settings: Settings): Promise<DemoAccess | undefined> {
  try {
    return JSON.parse(await readFile(demoFile(settings), 'utf8')) as DemoAccess;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT' || error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/**
 * Creates the demo tenant if the installation has no tenant. If the demo tenant exists, updates the addresses in demo.json.
 * A start that is killed meanwhile leaves an unfinished tenant, which the next start replaces. Several starts on the same
 * database wait for each other.
 */
export async function ensureDemo(
  services: Services,
  databaseUrl: string,
  { allowCreate, onCreate }: { allowCreate: boolean; onCreate(): void },
): Promise<DemoAccess | undefined> {
  const lock = await connectClient({ connectionString: databaseUrl, application_name: 'stellwerk demo' });
  try {
    while (!(await lock.query('SELECT pg_try_advisory_lock($1) AS held', [DEMO_LOCK])).rows[0].held) {
      await delay(200);
    }
    const unfinished = await findTenant(services.database, UNFINISHED_KEY);
    if (unfinished !== undefined)
      await removeTenant(services, unfinished.id, openBlobStore(services.settings));
    const tenants = await listAllTenants(services.database);
    if (tenants.length === 0 && allowCreate) {
      onCreate();
      return await createDemo(services);
    }
    return tenants.some(({ key }) => key === DEMO_KEY) ? await refreshAddresses(services) : undefined;
  } finally {
    await lock.end();
  }
}

async function createDemo(services: Services): Promise<DemoAccess> {
  const tenant = await createTenant(services, { key: UNFINISHED_KEY, name: 'Stellwerk Personal GmbH' });
  const db = services.database.tenant(tenant.id);
  // Loaded here, because only the first start of an installation needs it.
  const { createDemoData } = await import('../areas/demo/index.ts');
  const demo = await createDemoData(services, tenant.id, services.now());
  const consoleUsers = demo.consoleUsers.map(({ email, role, name }) => {
    return { email, password: randomBytes(12).toString('base64url'), role, name };
  });
  for (const { email, password } of consoleUsers) await setPassword(db, tenant.id, email, password);
  const client = await createClient(services.database.systemOf(tenant.id), {
    tenantId: tenant.id,
    name: 'Demo',
    permissions: [...PERMISSIONS],
  });
  const access: DemoAccess = {
    ...addressesOf(services),
    ...client,
    consoleUser: demo.consoleUser,
    consolePassword: consoleUsers.find(({ email }) => email === demo.consoleUser)!.password,
    consoleUsers,
    webhookSecret: tenant.webhookSecret,
  };
  // Write the file first. If the tenant were completed first, a crash in between would lose the only copy of the secrets.
  await writeDemoAccess(services.settings, access);
  await changeTenantKey(services, tenant.id, DEMO_KEY);
  return access;
}

/** Updates the addresses in demo.json, in case PORT or PUBLIC_URL has changed. */
async function refreshAddresses(services: Services): Promise<DemoAccess | undefined> {
  const before = await readDemoAccess(services.settings);
  if (before === undefined) return undefined;
  const access = { ...before, ...addressesOf(services) };
  if (JSON.stringify(access) !== JSON.stringify(before)) await writeDemoAccess(services.settings, access);
  return access;
}

function addressesOf(services: Services) {
  const { publicUrl } = services.settings;
  return {
    baseUrl: `${publicUrl}/v3`,
    authUrl: issuerOf(services),
    audience: audienceOf(services),
    consoleUrl: `${publicUrl}/app/`,
  };
}

async function writeDemoAccess(settings: Settings, access: DemoAccess): Promise<void> {
  const { baseUrl, authUrl, audience, clientId, clientSecret } = access;
  const { consoleUrl, consoleUser, consolePassword, consoleUsers, webhookSecret } = access;
  const ordered: DemoAccess = {
    baseUrl,
    authUrl,
    audience,
    clientId,
    clientSecret,
    consoleUrl,
    consoleUser,
    consolePassword,
    consoleUsers,
    webhookSecret,
  };
  await writeAtomically(demoFile(settings), `${JSON.stringify(ordered, undefined, 2)}\n`, 0o600);
}
