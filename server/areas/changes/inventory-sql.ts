import { ENTITIES, type Entity } from './entities.ts';

/**
 * Rows of a comma and the JSON of an inventory record. A text for COPY, which takes no parameters: nothing but names of
 * our own making and a number is written into it.
 */
export function inventorySql(tenantId: number, entities: readonly Entity[]): string {
  if (entities.length === 0) return `SELECT '' WHERE false`;
  return entities
    .map((entity) => {
      const { table, endpoint, ...rest } = ENTITIES[entity];
      const path = `'${endpoint.replace('{kind}', "' || kind || '").replace('{id}', "' || id || '")}'`;
      const present = 'present' in rest ? ` AND ${rest.present}` : '';
      return `SELECT ',' || json_build_object('entity', '${entity}', 'id', id, 'endpoint', ${path})::text
                FROM ${table} WHERE tenant_id = ${Math.trunc(tenantId)}${present}`;
    })
    .join(' UNION ALL ');
}
