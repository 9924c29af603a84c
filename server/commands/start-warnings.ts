import { readPublishedPortal } from '../areas/portal/index.ts';
import { listAllTenants } from '../areas/tenants/index.ts';
import { isSet, type Settings } from '../config.ts';
import { isOpenToNetwork } from '../core/db/encryption.ts';
import { TenantAwayError } from '../core/db/tenant-away.ts';
import type { Services } from '../core/services.ts';
import { findOpenKeyFile } from '../open-services.ts';
import { DEMO_KEY } from './demo.ts';

const LOOPBACK = /^(?:127\.|::1$|localhost$)/;
/** Further portals are only counted. */
const MAXIMUM_PORTALS = 5;

/** What works, but not as an operator wants it. Each is a sentence that ends with the way out. */
export async function findWarnings(services: Services): Promise<string[]> {
  const { host, publicUrl, role } = services.settings;
  const keyFile = await findOpenKeyFile(services.settings);
  const ofMachine = [
    ...(keyFile === undefined ? [] : [keyFile]),
    ...(await findOpenConnections(services.settings)),
  ];
  if (role === 'worker') return ofMachine;
  const isOpen = !LOOPBACK.test(host);
  const portals = await findPortalsWithoutLinks(services, isOpen);
  const warnings = [...ofMachine, ...portals.slice(0, MAXIMUM_PORTALS)];
  if (isOpen && !isSet('PUBLIC_URL')) {
    warnings.unshift(
      `HOST ${host} opens the service to the network, but PUBLIC_URL is not set, so links and tokens name ${publicUrl}. Set PUBLIC_URL to the address that callers use.`,
    );
  }
  if (portals.length > MAXIMUM_PORTALS)
    warnings.push(
      `${portals.length - MAXIMUM_PORTALS} more job portals lack a link. Set them in the same way.`,
    );
  return warnings;
}

export const OPEN_CONNECTION =
  'is not encrypted, so that the network can read the password and personal data. Turn on ssl in PostgreSQL, and add sslmode=verify-full to its URL (sslrootcert=/path/ca.pem for a CA of your own)';

/** The servers to which personal data cross a network unencrypted. */
async function findOpenConnections({
  databaseUrl,
  databaseServers,
  databaseWorkers,
}: Settings): Promise<string[]> {
  if (databaseUrl === undefined) return [];
  const servers = [
    { setting: 'DATABASE_URL', url: databaseUrl },
    ...databaseServers.map(({ name, url }) => ({ setting: `DATABASE_SERVERS (${name})`, url })),
    ...databaseWorkers.map(({ name, url }) => ({ setting: `DATABASE_WORKERS (${name})`, url })),
  ];
  const found: string[] = [];
  for (const { setting, url } of servers)
    if (await isOpenToNetwork(url)) found.push(`The connection of ${setting} ${OPEN_CONNECTION}.`);
  return found;
}

/** The demo's people and ads are fictitious, so its portal needs the links only if others can see it. */
async function findPortalsWithoutLinks({ database, now }: Services, isOpen: boolean): Promise<string[]> {
  const found: string[] = [];
  for (const { id, key } of await listAllTenants(database)) {
    if (key === DEMO_KEY && !isOpen) continue;
    const portal = await readPublishedPortal(database.tenant(id), id, now()).catch(forgetIfAway);
    if (portal === undefined) continue;
    const missing = [
      ...(portal.imprintUrl === null ? (['imprint'] as const) : []),
      ...(portal.privacyUrl === null ? (['privacy'] as const) : []),
    ];
    if (missing.length === 0) continue;
    const options = missing.map((name) => `--${name}-url URL`).join(' ');
    found.push(
      `The job portal of tenant "${key}" has no ${missing.join(' and no ')} link. Run: npx stellwerk portal set --tenant ${key} ${options}`,
    );
  }
  return found;
}

/** The start does not wait for the move of a tenant. */
function forgetIfAway(error: unknown): undefined {
  if (!(error instanceof TenantAwayError)) throw error;
}
