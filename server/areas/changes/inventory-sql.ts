import { columnsSql, type JsonColumn } from '../../core/db/json-columns.ts';
import type { JsonShape } from '../../core/db/json-rows.ts';
import { ENTITIES, type Entity } from './entities.ts';

const toColumns = (entity: string, endpoint: string): readonly JsonColumn[] => [
  { name: 'entity', kind: 'text', sql: entity },
  { name: 'id', kind: 'integer', sql: 'id' },
  { name: 'endpoint', kind: 'text', sql: endpoint },
];

export const INVENTORY: JsonShape = { lists: ['records'], columns: toColumns('', '') };

/**
 * Builds the SQL whose rows have the columns of an inventory record. COPY does not accept parameters, so only
 * names from our own code and a number are interpolated.
 */
export function inventorySql(tenantId: number, entities: readonly Entity[]): string {
  if (entities.length === 0) return 'SELECT WHERE false';
  return entities
    .map((entity) => {
      const { table, endpoint, ...rest } = ENTITIES[entity];
      const path = `'${endpoint.replace('{kind}', "' || kind || '").replace('{id}', "' || id || '")}'`;
      const condition = 'condition' in rest ? ` AND ${rest.condition}` : '';
      return `SELECT ${columnsSql(toColumns(`'${entity}'::text`, path))}
                FROM ${table} WHERE tenant_id = ${Math.trunc(tenantId)}${condition}`;
    })
    .join(' UNION ALL ');
}
