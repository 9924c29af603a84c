/**
 * Server settings for a small machine on which PostgreSQL runs beside Node. They are written into a file that
 * postgresql.conf includes, not given on the command line, so that an operator's ALTER SYSTEM wins over them.
 */
export const defaultSettings: Readonly<Record<string, string>> = {
  // Memory: the operating system caches the files as well, and Node needs its share of a 2 GB machine.
  shared_buffers: '128MB',
  effective_cache_size: '512MB',
  work_mem: '8MB',
  maintenance_work_mem: '64MB',
  max_connections: '100',

  // Nothing that was answered with success may be lost, not even to a power cut.
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Full page images are most of the write-ahead log; compressing them costs less time than writing them.
  wal_compression: 'on',
  min_wal_size: '80MB',
  max_wal_size: '1GB',

  // The queries are short. Compiling them costs more than running them, and a parallel plan takes the core
  // that Node is running on.
  jit: 'off',
  max_parallel_workers_per_gather: '1',
  // Solid state disks: a random page costs hardly more than the next one.
  random_page_cost: '1.1',

  // A transaction that nobody continues holds back vacuum and keeps its locks. Five minutes leave room for an
  // export whose reader is slow: between two portions of a cursor its connection is idle in a transaction.
  idle_in_transaction_session_timeout: '5min',

  // Personal data must never reach the log. Error texts quote the offending values (22P02), their details
  // quote whole keys (23505), and the statement may hold anything. The application receives every error of its
  // own through the driver and logs the code. Price: errors of background workers such as autovacuum stay
  // unseen as well; FATAL, PANIC and LOG remain.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_statement: 'none',
  log_min_duration_statement: '-1',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
  log_lock_waits: 'off',
  // One entry every five minutes would push everything interesting out of the bounded log.
  log_checkpoints: 'off',
  log_destination: 'stderr',
  logging_collector: 'off',
  log_line_prefix: '%m [%p] ',
  log_timezone: 'UTC',

  // The same answers on every machine, whatever its locale.
  timezone: 'UTC',
  datestyle: 'ISO, YMD',
  lc_messages: 'C',
  lc_monetary: 'C',
  lc_numeric: 'C',
  lc_time: 'C',
  default_text_search_config: 'pg_catalog.simple',

  // Stored passwords and the connection method follow each other.
  password_encryption: 'scram-sha-256',
  // Read times for `EXPLAIN (ANALYZE, BUFFERS)` and pg_stat_io; a clock read costs some 20 ns here.
  track_io_timing: 'on',
};

/** The text of a PostgreSQL configuration file. Throws on a name that is none. */
export function formatSettings(settings: Readonly<Record<string, string>>): string {
  const lines = Object.entries(settings).map(([name, value]) => {
    if (!/^[a-z_][a-z0-9_.]*$/i.test(name) || /[\r\n]/.test(value)) {
      throw new Error(`Not a PostgreSQL setting: ${JSON.stringify(name)} = ${JSON.stringify(value)}`);
    }
    return `${name} = '${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;
  });
  return `# Written anew at every start. Change settings with ALTER SYSTEM, which takes precedence.\n${lines.join('\n')}\n`;
}
