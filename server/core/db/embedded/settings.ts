/**
 * Server settings for a small machine on which PostgreSQL runs next to Node. They are in a file that postgresql.conf
 * includes instead of on the command line, so that an operator's ALTER SYSTEM takes precedence.
 */
export const defaultSettings: Readonly<Record<string, string>> = {
  // The operating system caches the files too, and Node needs its share of the memory of a 2 GB machine.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '100',

  // A confirmed write must not be lost, not even in a power failure.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Just after a checkpoint, most of the write-ahead log is whole pages. Compressing them makes it a quarter smaller, but a new
  // candidate then costs PostgreSQL 1.4 times the CPU time, and 1.1 times later (npm run bench:wal-compression on 2 × AMD EPYC).
  wal_compression: 'off',
  // The queue's tables are vacuumed from 500 dead rows on. Looking once a minute, as by default, leaves thousands.
  autovacuum_naptime: '5s',
  min_wal_size: '80MB',
  max_wal_size: '1GB',

  // The queries are short. Compiling them takes longer than running them, and a parallel plan would use the core that
  // Node runs on.
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  // On solid-state drives, a random page costs hardly more than a sequential one.
  random_page_cost: '1.1',

  // An abandoned transaction blocks vacuum and keeps its locks. Five minutes are enough for an export with a slow reader,
  // whose connection is idle in a transaction between two batches of a cursor.
  idle_in_transaction_session_timeout: '5min',

  // Personal data must never be in the log. Error messages quote invalid values (22P02), their details quote whole keys
  // (23505), and a statement can contain anything. The application receives its errors through the driver and logs their
  // codes. The price is that errors of background workers such as autovacuum are not logged either. FATAL, PANIC, and LOG
  // still are.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_lock_waits: 'off',
  // An entry every five minutes would displace everything interesting from the size-limited log.
  log_checkpoints: 'off',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',

  // The same results on every machine, independent of its locale.
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  lc_messages: 'C',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  default_text_search_config: 'pg_catalog.simple',

  // Must match the authentication method that initdb sets.
  password_encryption: 'scram-sha-256',
  // Provides read times in `EXPLAIN (ANALYZE, BUFFERS)` and pg_stat_io. Reading the clock takes about 20 ns.
  track_io_timing: 'on',
};

/** Formats a PostgreSQL configuration file. Throws if a name or value is invalid. */
export function formatSettings(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z_][a-z0-9_.]*$/i.test(name) || /[\r\n]/.test(value)) {
      throw new Error(`Invalid PostgreSQL setting: ${JSON.stringify(name)} = ${JSON.stringify(value)}`);
    }
    return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  });
  return `# Overwritten at every start. Change settings with ALTER SYSTEM, which takes precedence.\n${lines.join('\n')}\n`;
}
