import type pg from 'pg';

/**
 * Lifts the time-outs of the running transaction, and fixes the text form of values whatever server, role or database
 * would have it otherwise.
 */
export async function prepareTransaction(client: pg.ClientBase): Promise<void> {
  await client.query(
    `SELECT set_config(name, '0', true) FROM pg_settings
      WHERE name IN ('statement_timeout', 'transaction_timeout', 'idle_in_transaction_session_timeout')`,
  );
  await client.query(`SET LOCAL TimeZone = 'UTC'; SET LOCAL DateStyle = 'ISO, YMD';
    SET LOCAL IntervalStyle = 'postgres'; SET LOCAL bytea_output = 'hex'; SET LOCAL extra_float_digits = 1`);
}
