import { NativeSelect, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { faultsOf } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { readDraft, writeDraft } from '../../../core/drafts/drafts.ts';
import { checkEntries } from '../../../core/forms/check-entries.ts';
import { useFaultText } from '../../../core/forms/faults.tsx';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { taskCreateLimits } from '../../../generated/limits.ts';
import { taskCreate, taskDelete } from '../../../generated/operations.ts';
import { QUICK_DAYS, type QuickDay } from './days.ts';
import classes from './tasks.module.css';

interface NewTask {
  title: string;
  dueDate: string;
  assigneeId: number;
}

function useCreateTask(candidateId: number, close: () => void) {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['tasks'] });
  const undo = async (taskId: number, title: string) => {
    try {
      await call(taskDelete, { path: { taskId } });
      show({ text: texts.tasks.removed(title) });
    } catch {
      show({ text: texts.states.notSaved, isFailure: true });
    }
    await refresh();
  };
  return useMutation({
    mutationFn: async ({ title, dueDate, assigneeId }: NewTask) => {
      checkEntries({ dueDate: dueDate || null }, [{ property: 'dueDate', kind: 'date' }]);
      return call(taskCreate, { body: { title, dueDate: dueDate || undefined, assigneeId, candidateId } });
    },
    onSuccess: async ({ id }, { title, dueDate }) => {
      writeDraft(draftOf(candidateId), '');
      close();
      const text =
        dueDate === '' ? texts.tasks.created(title) : texts.tasks.createdFor(title, formats.day(dueDate));
      show({ text, undo: () => undo(id, title) });
      await refresh();
    },
  });
}

export const draftOf = (candidateId: number) => `task-${candidateId}`;

/** What is to do, until when, and who does it: tomorrow, and the user. */
export function NewTaskForm({ candidateId, close }: { candidateId: number; close: () => void }) {
  const texts = useTexts();
  const { user } = useSession();
  const create = useCreateTask(candidateId, close);
  const [values, setValues] = useState<NewTask>(() => ({
    title: readDraft(draftOf(candidateId)),
    dueDate: QUICK_DAYS.tomorrow(new Date()),
    assigneeId: user.id,
  }));
  const set = (change: Partial<NewTask>) => setValues((before) => ({ ...before, ...change }));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (values.title.trim() !== '') create.mutate(values);
  };
  const discard = () => {
    writeDraft(draftOf(candidateId), '');
    close();
  };
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && discard();
  const faults = faultsOf(create.error);
  const faultOf = useFaultText(create.error, taskCreateLimits);
  const failure = create.isError && faults.size === 0 ? texts.states.notSaved : undefined;
  return (
    <form
      className={classes.form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label={texts.tasks.add}
      noValidate
    >
      <TextInput
        autoFocus
        className={classes.title}
        label={texts.tasks.title}
        maxLength={taskCreateLimits.title?.maxLength}
        value={values.title}
        onChange={({ currentTarget: { value } }) => {
          writeDraft(draftOf(candidateId), value);
          set({ title: value });
        }}
        error={faultOf('title') ?? failure}
      />
      <DueField value={values.dueDate} set={(dueDate) => set({ dueDate })} error={faultOf('dueDate')} />
      <Assignee
        value={values.assigneeId}
        set={(assigneeId) => set({ assigneeId })}
        error={faults.has('assigneeId') ? texts.tasks.unsuitable : undefined}
      />
      <div className={classes.buttons}>
        <Button
          type="submit"
          variant="default"
          disabled={values.title.trim() === ''}
          loading={create.isPending}
        >
          {texts.tasks.save}
        </Button>
        <Button variant="subtle" onClick={discard}>
          {texts.tasks.cancel}
        </Button>
      </div>
    </form>
  );
}

interface FieldProps<Value> {
  value: Value;
  set: (value: Value) => void;
  error: string | undefined;
}

function DueField({ value, set, error }: FieldProps<string>) {
  const texts = useTexts();
  const now = new Date();
  const names = Object.keys(QUICK_DAYS) as QuickDay[];
  // Tomorrow can be the beginning of next week.
  const chosen = names.find((name) => QUICK_DAYS[name](now) === value);
  return (
    <fieldset className={classes.due}>
      <legend className="visually-hidden">{texts.today.due}</legend>
      <TextInput
        type="date"
        label={texts.today.due}
        value={value}
        onChange={(event) => set(event.currentTarget.value)}
        error={error}
      />
      {names.map((name) => {
        const day = QUICK_DAYS[name](now);
        const isChosen = name === chosen;
        return (
          <Button
            key={name}
            variant={isChosen ? 'light' : 'default'}
            size="compact-md"
            aria-pressed={isChosen}
            onClick={() => set(day)}
          >
            {texts.tasks.days[name]}
          </Button>
        );
      })}
    </fieldset>
  );
}

/** The user, and the others if the role reads users. */
function Assignee({ value, set, error }: FieldProps<number>) {
  const texts = useTexts();
  const may = useMay();
  const { user } = useSession();
  const users = useQuery({ ...queries.responsibleUsers(), enabled: may('users:read') });
  if (!may('users:read')) return null;
  const others = (users.data?.users ?? []).filter(({ id }) => id !== user.id);
  return (
    <NativeSelect
      label={texts.tasks.assignee}
      value={String(value)}
      onChange={(event) => set(Number(event.currentTarget.value))}
      error={error}
      data={[
        { value: String(user.id), label: texts.tasks.me(nameOf(user) || user.email) },
        ...others.map(({ id, userFullName }) => ({ value: String(id), label: userFullName ?? String(id) })),
      ]}
    />
  );
}
