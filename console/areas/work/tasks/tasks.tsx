import { Button, Checkbox, Kbd } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Task } from '../../../core/api/records.ts';
import { useKeys } from '../../../core/keys/keys.tsx';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Due } from './due.tsx';
import { NewTaskForm } from './new-task.tsx';
import { hasTaskDraft } from './task-draft.ts';
import classes from './tasks.module.css';
import { useCompleteTask } from './use-complete-task.ts';

interface TasksProps {
  candidateId: number;
  /** The application that is shown. Tasks about it are listed with those of the candidate. */
  applicationId?: number;
  /** The level of the heading on the page. */
  heading?: 'h2' | 'h3';
}

/** The open tasks about a candidate, and a form for another one. */
export function Tasks({ candidateId, applicationId, heading: Heading = 'h2' }: TasksProps) {
  const texts = useTexts();
  const may = useMay();
  const { tasks, error, isPending, retry } = useTasks(candidateId, applicationId);
  return (
    <section className={classes.part} aria-labelledby="tasks">
      <Heading id="tasks">{texts.tasks.heading}</Heading>
      {isPending && <Loading rows={2} />}
      {error !== null && <Failed error={error} retry={retry} />}
      {tasks?.length === 0 && <p className={classes.quiet}>{texts.tasks.none}</p>}
      {tasks !== undefined && tasks.length > 0 && (
        <ul className={classes.list} aria-labelledby="tasks">
          {tasks.map((task) => (
            <Item key={task.id} task={task} />
          ))}
        </ul>
      )}
      {may('tasks:write') && <Add key={candidateId} candidateId={candidateId} />}
    </section>
  );
}

function useTasks(candidateId: number, applicationId: number | undefined) {
  const may = useMay();
  const ofCandidate = useQuery(queries.tasksOf({ candidateId }));
  const hasApplication = applicationId !== undefined && may('applications:read');
  const ofApplication = useQuery({
    ...queries.tasksOf({ applicationId: applicationId ?? 0 }),
    enabled: hasApplication,
  });
  const reads = hasApplication ? [ofCandidate, ofApplication] : [ofCandidate];
  return {
    tasks: reads.every(({ data }) => data !== undefined)
      ? reads.flatMap(({ data }) => data?.tasks ?? []).sort(byDueDate)
      : undefined,
    isPending: reads.some((read) => read.isPending),
    error: reads.find((read) => read.isError)?.error ?? null,
    retry: () => void Promise.all(reads.map((read) => read.refetch())),
  };
}

const byDueDate = (one: Task, other: Task): number =>
  (one.dueDate ?? '9999') < (other.dueDate ?? '9999') ? -1 : 1;

function Item({ task }: { task: Task }) {
  const texts = useTexts();
  const may = useMay();
  const { user } = useSession();
  const complete = useCompleteTask();
  return (
    <li>
      <Checkbox
        aria-label={texts.today.complete(task.title)}
        checked={complete.isPending || complete.isSuccess}
        disabled={!may('tasks:write') || complete.isPending}
        onChange={() => complete.mutate(task)}
      />
      <span className={classes.what}>
        {task.title}
        {task.assigneeId !== user.id && <span className={classes.below}>{task.assigneeName}</span>}
      </span>
      <span className="number">
        <Due date={task.dueDate} />
      </span>
    </li>
  );
}

function Add({ candidateId }: { candidateId: number }) {
  const texts = useTexts();
  const [opened, setOpened] = useState<'found' | 'chosen' | undefined>(() =>
    hasTaskDraft(candidateId) ? 'found' : undefined,
  );
  const button = useRef<HTMLButtonElement>(null);
  useKeys([{ key: 'w', name: 'task', run: () => setOpened('chosen') }]);
  const close = () => {
    setOpened(undefined);
    requestAnimationFrame(() => button.current?.focus());
  };
  if (opened !== undefined)
    return <NewTaskForm candidateId={candidateId} isChosen={opened === 'chosen'} close={close} />;
  return (
    <Button
      ref={button}
      className={classes.add}
      variant="default"
      rightSection={<Kbd aria-hidden="true">w</Kbd>}
      onClick={() => setOpened('chosen')}
    >
      {texts.tasks.add}
    </Button>
  );
}
