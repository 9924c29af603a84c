import { Button, Checkbox } from '@mantine/core';
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Task } from '../../../core/api/records.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { taskComplete, taskReopen } from '../../../generated/operations.ts';
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
        {task.recordName !== null && <span className={classes.secondary}>{task.recordName}</span>}
      </td>
      <td className={`number ${classes.when}`}>
        <Due date={task.dueDate} />
      </td>
    </tr>
  );
}

function Due({ date }: { date: string | null }) {
  const texts = useTexts();
  const formats = useFormats();
  if (date === null) return '–';
  const isOverdue = date < new Date().toISOString().slice(0, 10);
  return (
    <time dateTime={date} className={isOverdue ? classes.overdue : undefined}>
      {formats.day(date)}
      {isOverdue && <span className={classes.secondary}>{texts.today.overdue}</span>}
    </time>
  );
}

/** Completes a task. The message about it reopens it. */
function useCompleteTask() {
  const texts = useTexts();
  const show = useMessages();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['tasks'] });
  const undo = async ({ id, title }: Task) => {
    try {
      await call(taskReopen, { path: { taskId: id } });
      show({ text: texts.today.reopened(title) });
    } catch {
      show({ text: texts.states.notSaved, isFailure: true });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: ({ id }: Task) => call(taskComplete, { path: { taskId: id } }),
    onSuccess: async (_, task) => {
      show({ text: texts.today.completed(task.title), undo: () => undo(task) });
      await refresh();
    },
    onError: () => show({ text: texts.states.notSaved, isFailure: true }),
  });
}
