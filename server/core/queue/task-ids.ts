import type pg from 'pg';

/** In the statements with which graphile-worker adds its tasks and reads their ids, which have no name. */
const TASK_IDS = /\._private_tasks as tasks\b/;
const NEW_TASKS = 'select unnest($1::text[])';

/** Whether graphile-worker needs the result for its task ids. It reads them once, and keeps a failure for good. */
export function isAboutTaskIds({ text }: pg.QueryConfig): boolean {
  return TASK_IDS.test(text);
}

/**
 * Makes the commit of new tasks wait for the disk, which other commits of the queue do not. Otherwise, a crash of the server could
 * take back ids that graphile-worker has in memory, and give them to other tasks.
 */
export function commitTaskIdsDurably<S extends pg.QueryConfig>(statement: S): S {
  if (!isAboutTaskIds(statement)) return statement;
  const durably = `${NEW_TASKS} from set_config('synchronous_commit', 'on', true)`;
  return { ...statement, text: statement.text.replace(NEW_TASKS, () => durably) };
}
