import { listAllTenants } from '../areas/tenants/index.ts';
import type { Settings } from '../config.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { type Move, MoveError, moveTenant } from '../core/move/move-tenant.ts';
import { openServers } from '../open-services.ts';
import { type Command, CommandError } from './command.ts';
import { openDatabaseServer } from './installation.ts';
import { inspectServers } from './servers.ts';

export const tenantMoveCommand: Command = {
  name: 'tenant move',
  summary: 'Move a tenant to another server, or complete a move. The service must not be running.',
  arguments: ['KEY'],
  options: {
    to: { value: 'NAME', meaning: `A server of DATABASE_SERVERS, or ${FIRST_SERVER}.`, isRequired: true },
  },
  async run({ arguments: [key], options, settings: read }) {
    const settings = read();
    const server = await openDatabaseServer(settings);
    try {
      const move = await findMove(settings, server.url, { key: key!, to: options.to! });
      const rows = await moveTenant(move).catch((error) => {
        throw error instanceof MoveError ? new CommandError(error.message) : error;
      });
      return {
        data: { ...move.tenant, from: move.from.name, to: move.to.name, rows },
        text: `Moved tenant "${key}" from the server "${move.from.name}" to "${move.to.name}". Start the service.`,
      };
    } finally {
      await server.close();
    }
  },
};

async function findMove(
  settings: Settings,
  databaseUrl: string,
  { key, to }: { key: string; to: string },
): Promise<Move> {
  const target = await inspectServers(settings, databaseUrl);
  const servers = new Map([
    [FIRST_SERVER, { name: FIRST_SERVER, url: databaseUrl, role: target.databaseRole }],
    ...settings.databaseServers.map(
      ({ name, url }) => [name, { name, url, role: target.serverRoles[name] }] as const,
    ),
  ]);
  if (!servers.has(to))
    throw new CommandError(`There is no server "${to}". There are: ${[...servers.keys()].join(', ')}.`);
  const { tenant, from } = await findTenantToMove(settings, target, { key, to });
  return { tenant, first: servers.get(FIRST_SERVER)!, from: servers.get(from)!, to: servers.get(to)! };
}

async function findTenantToMove(
  settings: Settings,
  target: Parameters<typeof openServers>[1],
  { key, to }: { key: string; to: string },
): Promise<{ tenant: Move['tenant']; from: string }> {
  // Its connections must be gone when the move looks for others.
  const database = openServers({ ...settings, databaseConnections: 2 }, target);
  try {
    await checkServers(database, { allowsMove: true });
    const placed = await database.system
      .selectFrom('placed_tenant')
      .select(['id', 'key', 'server', 'moving_from', 'moving_to'])
      .where((expression) =>
        expression.or([expression('key', '=', key), expression('moving_to', 'is not', null)]),
      )
      .execute();
    const moving = placed.find(({ moving_to: movingTo }) => movingTo !== null);
    if (moving !== undefined && (moving.key !== key || moving.moving_to !== to))
      throw new CommandError(
        `The tenant "${moving.key}" is being moved to the server "${moving.moving_to}". Complete that move first: npx stellwerk tenant move ${moving.key} --to ${moving.moving_to}`,
      );
    if (moving !== undefined) return { tenant: { id: moving.id, key }, from: moving.moving_from! };
    const found = (await listAllTenants(database)).find((tenant) => tenant.key === key);
    if (found === undefined)
      throw new CommandError(`There is no tenant "${key}". See: npx stellwerk tenant list`);
    if (found.server === to) throw new CommandError(`The tenant "${key}" is on the server "${to}" already.`);
    return { tenant: { id: found.id, key }, from: found.server };
  } finally {
    await database.close();
  }
}
