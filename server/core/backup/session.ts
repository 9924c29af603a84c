import type pg from 'pg';

/**
 * Removes the timeouts of the running transaction, and fixes the text format of values independently of the defaults of the
 * server, role, and database.
 */
export async function prepareTransaction(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  );
  await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`);
}
