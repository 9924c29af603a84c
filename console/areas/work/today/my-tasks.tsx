import { Checkbox } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import type { Task } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Due } from '../tasks/due.tsx';
import { useCompleteTask } from '../tasks/use-complete-task.ts';
import classes from './page.module.css';

export function MyTasks() {
  const texts = useTexts();
  const tasks = useInfiniteQuery(queries.myTasks());
  const rows = tasks.data?.pages.flatMap((page) => page.tasks) ?? [];
  return (
    <section className={classes.part} aria-labelledby="my-tasks">
      <h2 id="my-tasks">{texts.today.tasks}</h2>
      {tasks.isPending && <Loading rows={4} />}
      {tasks.isError && <Failed error={tasks.error} retry={() => tasks.refetch()} />}
      {tasks.isSuccess && rows.length === 0 && <p className={classes.empty}>{texts.today.noTasks}</p>}
      {rows.length > 0 && <TaskTable tasks={rows} />}
      {tasks.hasNextPage && (
        <Button
          variant="default"
          className={classes.all}
          loading={tasks.isFetchingNextPage}
          onClick={() => tasks.fetchNextPage()}
        >
          {texts.today.more}
        </Button>
      )}
    </section>
  );
}

function TaskTable({ tasks }: { tasks: readonly Task[] }) {
  const texts = useTexts();
  return (
    <table className={classes.table} aria-labelledby="my-tasks">
      <thead>
        <tr>
          <th scope="col" className={classes.check}>
            <span className="visually-hidden">{texts.today.done}</span>
          </th>
          <th scope="col">{texts.today.task}</th>
          <th scope="col" className="number">
            {texts.today.due}
          </th>
        </tr>
      </thead>
      <tbody>
        {tasks.map((task) => (
          <TaskRow key={task.id} task={task} />
        ))}
      </tbody>
    </table>
  );
}

function TaskRow({ task }: { task: Task }) {
  const texts = useTexts();
  const may = useMay();
  const complete = useCompleteTask();
  return (
    <tr>
      <td>
        <Checkbox
          aria-label={texts.today.complete(task.title)}
          checked={complete.isPending || complete.isSuccess}
          disabled={!may('tasks:write') || complete.isPending}
          onChange={() => complete.mutate(task)}
        />
      </td>
      <td>
        {task.title}
        {task.recordName !== null && (
          <span className={classes.secondary}>
            <RecordName task={task} name={task.recordName} />
          </span>
        )}
      </td>
      <td className={`number ${classes.when}`}>
        <Due date={task.dueDate} />
      </td>
    </tr>
  );
}

/** A link to the record, if it has a page that the role may open. */
function RecordName({ task, name }: { task: Task; name: string }) {
  const { applicationId, candidateId, companyId, requestId, jobAdId } = task;
  const may = useMay();
  if (applicationId !== null && may('applications:read'))
    return (
      <Link to={paths.applications} search={{ application: applicationId }}>
        {name}
      </Link>
    );
  if (candidateId !== null && may('candidates:read'))
    return <Link to={paths.candidate(candidateId)}>{name}</Link>;
  if (companyId !== null && may('customers:read')) return <Link to={paths.company(companyId)}>{name}</Link>;
  if (requestId !== null && may('requests:read')) return <Link to={paths.request(requestId)}>{name}</Link>;
  if (jobAdId !== null && may('jobads:read')) return <Link to={paths.jobAd(jobAdId)}>{name}</Link>;
  return name;
}
