import { type DatabaseState, toBypassWayOut } from '../core/db/migrate.ts';

/** Whether the database itself keeps the rows of other tenants from the service. */
export function checkIsolation(state: DatabaseState): ['ok' | 'warn' | 'fail', string] {
  const { openTables, bypassesRowLevelSecurity, isUnrestricted, loginRole, role } = state;
  const [table] = openTables;
  if (table !== undefined)
    return [
      'fail',
      `Somebody has switched off row-level security for ${openTables.join(', ')}. Switch it on again, as the owner of the table: ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY.`,
    ];
  if (!bypassesRowLevelSecurity) return ['ok', `Row-level security applies to the role ${loginRole}.`];
  if (isUnrestricted) return ['fail', toBypassWayOut(loginRole)];
  if (role === undefined)
    return ['fail', `The role ${loginRole} bypasses row-level security. Run "npx stellwerk migrate".`];
  return [
    'warn',
    `The login ${loginRole} bypasses row-level security, so the service switches to the role ${role}. Use a login without superuser privileges.`,
  ];
}
