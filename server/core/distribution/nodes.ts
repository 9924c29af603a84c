import pg from 'pg';

// What the engine does not copy to the nodes by itself, and what differs between them.

/** More than an installation has nodes: ids of different nodes never meet, whatever moves between them. */
export const SEQUENCE_STRIDE = 64;

/**
 * As in 0061_moves.sql, without the lock: the engine waits by itself for the transactions of a tenant that it moves. A session that stays
 * fails, because the engine sends its next statement to another node, where no tenant is set.
 */
const TAKE_TENANT = `
CREATE OR REPLACE FUNCTION public.take_tenant(p_tenant_id integer) RETURNS boolean
  LANGUAGE plpgsql VOLATILE
  AS $function$
  BEGIN
    IF NOT EXISTS (SELECT FROM pg_dist_placement AS p JOIN pg_dist_local_group AS own ON own.groupid = p.groupid
                    WHERE p.shardid = get_shard_id_for_distribution_column('public.change_log', p_tenant_id)
                      AND p.shardstate = 1) THEN
      PERFORM set_config('app.tenant_id', '', false);
      RETURN false;
    END IF;
    PERFORM set_config('app.tenant_id', p_tenant_id::text, false);
    RETURN true;
  END
  $function$`;

/** Sets the function that says whether a tenant is on this node, also after a migration. The other nodes copy it. */
export async function replaceFunctions(client: pg.ClientBase): Promise<void> {
  await client.query(TAKE_TENANT);
}

/** Makes the functions of a worker those of the coordinator. Returns how many changed. */
export async function copyFunctions(coordinator: pg.ClientBase, worker: pg.ClientBase): Promise<number> {
  const read = async (client: pg.ClientBase) => {
    const { rows } = await client.query<{ definition: string }>(
      `SELECT pg_get_functiondef(p.oid) AS definition FROM pg_proc AS p
        WHERE p.pronamespace = 'public'::regnamespace AND p.prokind IN ('f', 'p')
          AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
        ORDER BY p.oid`,
    );
    return rows.map(({ definition }) => definition);
  };
  const own = new Set(await read(worker));
  const missing = (await read(coordinator)).filter((definition) => !own.has(definition));
  // One can use another that comes later.
  await worker.query('SET check_function_bodies = off');
  for (const definition of missing) await worker.query(definition);
  return missing.length;
}

interface Sequence {
  name: string;
  type: string;
  next: string;
  stride: string;
}

async function readSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT sequencename AS name, data_type::text AS type, increment_by::text AS stride,
            coalesce(last_value + increment_by, start_value)::text AS next
       FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return rows;
}

/** Gives a node its own ids: every 64th, beginning with its number, after all that were given before. Returns how many changed. */
export async function setSequences(
  coordinator: pg.ClientBase,
  node: pg.ClientBase,
  group: number,
): Promise<number> {
  const own = new Map((await readSequences(node)).map((sequence) => [sequence.name, sequence]));
  let changed = 0;
  for (const { name, type, next } of await readSequences(coordinator)) {
    const present = own.get(name);
    if (present?.stride === String(SEQUENCE_STRIDE)) continue;
    const start = (Math.ceil(Number(next) / SEQUENCE_STRIDE) + 1) * SEQUENCE_STRIDE + group;
    const sequence = `public.${pg.escapeIdentifier(name)}`;
    if (present === undefined) await node.query(`CREATE SEQUENCE ${sequence} AS ${type}`);
    await node.query(`ALTER SEQUENCE ${sequence} INCREMENT BY ${SEQUENCE_STRIDE} RESTART WITH ${start}`);
    changed += 1;
  }
  return changed;
}
