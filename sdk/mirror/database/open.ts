import type { MirrorDatabase, OpenOptions } from './database.ts';

/** Opens a target: `postgres://…`, or the path of an SQLite file with an optional `sqlite:` prefix. */
export async function openDatabase(target: string, options: OpenOptions = {}): Promise<MirrorDatabase> {
  if (/^postgres(ql)?:\/\//.test(target)) {
    const { openPostgres } = await import('./postgres.ts');
    return openPostgres(target, options);
  }
  const { openSqlite } = await import('./sqlite.ts');
  return openSqlite(target.replace(/^sqlite:(\/\/)?/, ''), options);
}
