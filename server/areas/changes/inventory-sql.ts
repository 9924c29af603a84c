import { ENTITIES, type Entity } from './entities.ts';

/**
 * Builds the SQL whose rows are each a comma and the JSON of an inventory record. COPY does not accept parameters, so only
 * names from our own code and a number are interpolated.
 */
export function inventorySql(tenantId: number, entities: readonly Entity[]): string {
  if (entities.length === 0) return `SELECT '' WHERE false`;
  return entities
    .map((entity) => {
      const { table, endpoint, ...rest } = ENTITIES[entity];
      const path = `'${endpoint.replace('{kind}', "' || kind || '").replace('{id}', "' || id || '")}'`;
      const condition = 'condition' in rest ? ` AND ${rest.condition}` : '';
      return `SELECT ',' || json_build_object('entity', '${entity}', 'id', id, 'endpoint', ${path})::text
                FROM ${table} WHERE tenant_id = ${Math.trunc(tenantId)}${condition}`;
    })
    .join(' UNION ALL ');
}
