import { findDifferentLists } from '../areas/masterdata/index.ts';
import { listTenants } from '../areas/tenants/index.ts';
import { readMasterKeys } from '../core/crypto/master-keys.ts';
import type { Database, SystemDatabase } from '../core/db/connection.ts';
import { checkServers } from '../core/db/server-registration.ts';

type Finding = ['ok' | 'warn' | 'fail', string];

const SHOWN = 5;

export async function checkRegistration(database: Database): Promise<Finding> {
  await checkServers(database);
  const moving = await database.system
    .selectFrom('placed_tenant')
    .select(['key', 'moving_to'])
    .where('moving_to', 'is not', null)
    .executeTakeFirst();
  if (moving !== undefined)
    return [
      'warn',
      `The tenant "${moving.key}" is being moved to the server "${moving.moving_to}". If nobody is moving it now, complete the move: npx stellwerk tenant move ${moving.key} --to ${moving.moving_to}`,
    ];
  const names = database.servers.map(({ name }) => name);
  return ['ok', `They belong to one installation: ${names.join(', ')}.`];
}

/** What every server has a copy of. */
export async function checkCopies(database: Database, other: SystemDatabase): Promise<Finding> {
  const lists = await findDifferentLists(database, other);
  if (lists.length > 0)
    return [
      'fail',
      `These value lists differ from those of the first server: ${shorten(lists)}. Run "npx stellwerk migrate".`,
    ];
  const idsOf = async (db: SystemDatabase) => (await readMasterKeys(db)).map(({ id }) => id).join(' ');
  if ((await idsOf(database.system)) !== (await idsOf(other)))
    return [
      'warn',
      'The master keys differ from those of the first server. Run "npx stellwerk keys rotate-master" if a rotation has begun, otherwise start the service.',
    ];
  return ['ok', 'They are those of the first server.'];
}

/** Compares the tenants of a server with the directory on the first one. */
export async function checkDirectory(
  first: SystemDatabase,
  name: string,
  other: SystemDatabase,
): Promise<Finding> {
  const directory = await first
    .selectFrom('placed_tenant')
    .select(['id', 'key', 'server', 'moving_to'])
    .orderBy('id')
    .execute();
  const moving = new Set(directory.filter((one) => one.moving_to !== null).map(({ id }) => id));
  const tenants = (await listTenants(other)).filter(({ id }) => !moving.has(id));
  const placed = directory.filter(({ id, server }) => server === name && !moving.has(id));
  const same = (a: { id: number; key: string }, b: { id: number; key: string }) =>
    a.id === b.id && a.key === b.key;
  const unknown = tenants.filter((tenant) => !placed.some((one) => same(one, tenant)));
  if (unknown.length > 0)
    return [
      'fail',
      `The directory on the first server does not have tenants of this one: ${shorten(unknown.map(({ key }) => key))}. Was one of the two restored alone? Restore both to the same moment.`,
    ];
  const missing = placed.filter((tenant) => !tenants.some((one) => same(one, tenant)));
  if (missing.length > 0)
    return [
      'warn',
      `These tenants were not created or deleted completely, or this server was restored alone: ${shorten(missing.map(({ key }) => key))}. To complete a creation, run: npx stellwerk tenant create KEY --name NAME --server ${name}. To complete a deletion, run: npx stellwerk tenant delete KEY --name NAME`,
    ];
  return ['ok', `It has ${tenants.length === 1 ? '1 tenant' : `${tenants.length} tenants`}.`];
}

function shorten(names: readonly string[]): string {
  return names.length > SHOWN ? `${names.slice(0, SHOWN).join(', ')}, …` : names.join(', ');
}
