import { readPublishedPortal } from '../areas/portal/index.ts';
import { listAllTenants } from '../areas/tenants/index.ts';
import { isSet } from '../config.ts';
import { TenantAwayError } from '../core/db/tenant-away.ts';
import { isLoopback } from '../core/loopback.ts';
import type { Services } from '../core/services.ts';
import { findOpenKeyFile, openBlobStore } from '../open-services.ts';
import { DEMO_KEY } from './demo.ts';
import { findEmptyStore } from './document-sample.ts';
import { findOpenConnections } from './open-connections.ts';

/** Further portals are only counted. */
const MAXIMUM_PORTALS = 5;

/** What works, but not as an operator wants it. Each is a sentence that ends with the way out. */
export async function findWarnings(services: Services): Promise<string[]> {
  const { host, publicUrl, role } = services.settings;
  const keyFile = await findOpenKeyFile(services.settings);
  // If that cannot be found out, the start goes on, and the health says what is wrong.
  const store = openBlobStore(services.settings);
  const emptyStore = await findEmptyStore(services.database, store).catch(() => undefined);
  const ofMachine = [
    ...(emptyStore === undefined ? [] : [emptyStore]),
    ...(keyFile === undefined ? [] : [keyFile]),
    ...findOpenConnections(services.settings),
  ];
  if (role === 'worker') return ofMachine;
  const isOpen = !isLoopback(host);
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
