import { listAllTenants } from '../areas/tenants/index.ts';
import type { Settings } from '../config.ts';
import { FIRST_SERVER } from '../core/db/connection.ts';
import { checkServers } from '../core/db/server-registration.ts';
import { type Move, MoveError } from '../core/move/move.ts';
import { cancelMove, moveTenant } from '../core/move/move-tenant.ts';
import { openServers } from '../open-services.ts';
import { type Command, CommandError } from './command.ts';
import { openDatabaseServer } from './installation.ts';
import { inspectServers, refuseWorkers } from './servers.ts';

interface Order {
  move: Move;
  /** A move that has begun is canceled. */
  cancels: boolean;
  /** A move that has begun before is completed or canceled. */
  hasBegun: boolean;
}

export const tenantMoveCommand: Command = {
  name: 'tenant move',
  summary: 'Move a tenant to another server while services run, or complete or cancel a move.',
  arguments: ['KEY'],
  options: {
    to: {
      value: 'NAME',
      meaning: `A name from DATABASE_SERVERS, or ${FIRST_SERVER}. To cancel a move, pass the current server.`,
      isRequired: true,
    },
  },
  async run({ arguments: [key], options, settings: read }) {
    const settings = read();
    refuseWorkers(settings, 'tenant move');
    const server = await openDatabaseServer(settings);
    try {
      const { move, cancels, hasBegun } = await findMove(settings, server.url, {
        key: key!,
        to: options.to!,
      });
      const data = { ...move.tenant, from: move.from.name, to: move.to.name };
      if (cancels) {
        await cancel(move);
        return {
          data: { ...data, rows: 0 },
          text: `Canceled the move of tenant "${key}" to the server "${move.to.name}". The tenant is on the server "${move.from.name}".`,
        };
      }
      const rows = await complete(move, hasBegun);
      return {
        data: { ...data, rows },
        text: `Moved tenant "${key}" from the server "${move.from.name}" to "${move.to.name}".`,
      };
    } finally {
      await server.close();
    }
  },
};

async function cancel(move: Move): Promise<void> {
  const { key } = move.tenant;
  const isCanceled = await cancelMove(move).catch((error) => {
    throw error instanceof MoveError ? new CommandError(error.message) : error;
  });
  if (!isCanceled)
    throw new CommandError(
      `The tenant "${key}" belongs to the server "${move.to.name}" already. Complete the move, then move it back: npx stellwerk tenant move ${key} --to ${move.to.name}`,
    );
}

/** Moves. If that fails, leaves the tenant where it was, or else says how to go on. */
async function complete(move: Move, hasBegunBefore: boolean): Promise<number> {
  let hasBegun = hasBegunBefore;
  const onStep = () => {
    hasBegun = true;
  };
  try {
    return await moveTenant(move, { onStep });
  } catch (error) {
    const { tenant, from, to } = move;
    const reason = `The tenant "${tenant.key}" was not moved: ${(error as Error).message}`;
    if (!hasBegun) throw new CommandError(`${reason} Nothing was changed.`);
    const isCanceled = await cancelMove(move).catch(() => false);
    throw new CommandError(
      isCanceled
        ? `${reason} It is still on the server "${from.name}".`
        : `${reason} Until the move is completed, calls of this tenant can get 503. When all servers respond, run the command again: npx stellwerk tenant move ${tenant.key} --to ${to.name}`,
    );
  }
}

async function findMove(
  settings: Settings,
  databaseUrl: string,
  { key, to }: { key: string; to: string },
): Promise<Order> {
  const target = await inspectServers(settings, databaseUrl);
  const servers = new Map([
    [FIRST_SERVER, { name: FIRST_SERVER, url: databaseUrl, role: target.databaseRole }],
    ...settings.databaseServers.map(
      ({ name, url }) => [name, { name, url, role: target.serverRoles[name] }] as const,
    ),
  ]);
  if (!servers.has(to))
    throw new CommandError(`There is no server "${to}". There are: ${[...servers.keys()].join(', ')}.`);
  const { hasBegun, ...found } = await findTenantToMove(settings, target, { key, to });
  const [first, from, next] = [FIRST_SERVER, found.from, found.to].map((name) => servers.get(name)!);
  const move = { tenant: found.tenant, first: first!, from: from!, to: next! };
  return { move, cancels: next!.name !== to, hasBegun };
}

async function findTenantToMove(
  settings: Settings,
  target: Parameters<typeof openServers>[1],
  { key, to }: { key: string; to: string },
): Promise<{ tenant: Move['tenant']; from: string; to: string; hasBegun: boolean }> {
  const database = openServers({ ...settings, databaseConnections: 2 }, target);
  try {
    await checkServers(database);
    const moving = await database.system
      .selectFrom('placed_tenant')
      .select(['id', 'moving_from', 'moving_to'])
      .where('key', '=', key)
      .where('moving_to', 'is not', null)
      .executeTakeFirst();
    if (moving !== undefined) {
      const [from, next] = [moving.moving_from!, moving.moving_to!];
      if (to !== from && to !== next)
        throw new CommandError(
          `The tenant "${key}" is being moved to the server "${next}". Complete that move first: npx stellwerk tenant move ${key} --to ${next}`,
        );
      return { tenant: { id: moving.id, key }, from, to: next, hasBegun: true };
    }
    const found = (await listAllTenants(database)).find((tenant) => tenant.key === key);
    if (found === undefined)
      throw new CommandError(`There is no tenant "${key}". See: npx stellwerk tenant list`);
    if (found.server === to) throw new CommandError(`The tenant "${key}" is on the server "${to}" already.`);
    return { tenant: { id: found.id, key }, from: found.server, to, hasBegun: false };
  } finally {
    await database.close();
  }
}
