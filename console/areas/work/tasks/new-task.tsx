import { NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { faultsOf } from '../../../core/api/errors.ts';
import { newIdempotencyKey } from '../../../core/api/idempotency-key.ts';
import { nameOf } from '../../../core/api/records.ts';
import { checkEntries } from '../../../core/forms/check-entries.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { useFaultText } from '../../../core/forms/faults.tsx';
import { useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { typedSince } from '../../../core/forms/typed-since.ts';
import { useUserChoices } from '../../../core/forms/use-choices.ts';
import { useSending } from '../../../core/forms/use-sending.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { useFailure } from '../../../core/frame/use-change.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { taskCreateLimits } from '../../../generated/limits.ts';
import { taskCreate, taskDelete } from '../../../generated/operations.ts';
import { QUICK_DAYS, type QuickDay } from './days.ts';
import { findTaskDraft, forgetTaskDraft, keepTaskDraft, type NewTask } from './task-draft.ts';
import classes from './tasks.module.css';

/** Calls `remove` with the task that was created. */
function useCreateTask(candidateId: number, remove: (sent: NewTask) => void) {
  const texts = useTexts();
  const formats = useFormats();
  const show = useMessages();
  const fail = useFailure();
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: ['tasks'] });
  const undo = async (taskId: number, title: string) => {
    try {
      await call(taskDelete, { path: { taskId } });
      show({ text: texts.tasks.removed(title) });
    } catch (error) {
      fail(error);
    }
    await refresh();
  };
  return useSending({
    mutationFn: async ({ title, dueDate, assigneeId, idempotencyKey }: NewTask) => {
      checkEntries({ dueDate: dueDate || null }, [{ property: 'dueDate', kind: 'date' }]);
      const body = { title, dueDate: dueDate || undefined, assigneeId, candidateId };
      return call(taskCreate, { body, idempotencyKey });
    },
    onSuccess: async ({ id }, sent) => {
      const { title, dueDate } = sent;
      remove(sent);
      const text =
        dueDate === '' ? texts.tasks.created(title) : texts.tasks.createdFor(title, formats.day(dueDate));
      show({ text, undo: () => undo(id, title) });
      await refresh();
    },
  });
}

/** The follow-up that was begun, and how to change it. Without one: tomorrow, and the user. */
function useBegunTask(candidateId: number) {
  const { user } = useSession();
  const [proposed] = useState<NewTask>(() => ({
    title: '',
    dueDate: QUICK_DAYS.tomorrow(new Date()),
    assigneeId: user.id,
    idempotencyKey: newIdempotencyKey(),
  }));
  const [found, setFound] = useState(() => findTaskDraft(candidateId, proposed));
  const [values, setValues] = useState(found?.task ?? proposed);
  // What is typed while the follow-up is saved comes after the render that sent it.
  const latest = useRef(values);
  const keep = (next: NewTask) => {
    latest.current = next;
    setValues(next);
    keepTaskDraft(candidateId, next, proposed);
  };
  return {
    values,
    latest,
    restoredAtUtc: found?.savedAtUtc,
    set: (change: Partial<Omit<NewTask, 'idempotencyKey'>>) =>
      keep({ ...latest.current, ...change, idempotencyKey: newIdempotencyKey() }),
    reset() {
      setFound(undefined);
      keep(proposed);
    },
  };
}

interface NewTaskFormProps {
  candidateId: number;
  /** Whether the user has opened the form. One that opens with a draft must not take the focus. */
  isChosen: boolean;
  close: () => void;
}

/** What is to do, until when, and who does it. */
export function NewTaskForm({ candidateId, isChosen, close }: NewTaskFormProps) {
  const texts = useTexts();
  const field = useRef<HTMLInputElement>(null);
  const { values, latest, restoredAtUtc, set, reset } = useBegunTask(candidateId);
  useEnteredTexts(() => [{ label: texts.tasks.title, text: values.title }]);
  const discard = () => {
    forgetTaskDraft(candidateId);
    close();
  };
  const create = useCreateTask(candidateId, (sent) => {
    const title = typedSince(sent.title, latest.current.title);
    if (title === '') discard();
    else set({ title });
  });
  useEffect(() => {
    if (isChosen) field.current?.focus();
  }, [isChosen]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (values.title.trim() !== '' && !create.isPending) create.mutate(values);
  };
  // The draft stays: the form opens with it again.
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !create.isPending && close();
  const faults = faultsOf(create.error);
  const faultOf = useFaultText(create.error, taskCreateLimits);
  const failure = create.isError && faults.size === 0 ? failureText(create.error, texts) : undefined;
  return (
    <form
      className={classes.form}
      onSubmit={submit}
      onKeyDown={onKeyDown}
      aria-label={texts.tasks.add}
      noValidate
    >
      {restoredAtUtc !== undefined && (
        <div className={classes.restored}>
          <Restored
            savedAtUtc={restoredAtUtc}
            discard={() => {
              reset();
              create.reset();
              field.current?.focus();
            }}
          />
        </div>
      )}
      <TextInput
        ref={field}
        className={classes.title}
        label={texts.tasks.title}
        value={values.title}
        onChange={({ currentTarget: { value } }) => set({ title: value })}
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
  const users = useUserChoices(may('users:read'), value === user.id ? null : value);
  if (!may('users:read')) return null;
  const others = (users ?? []).filter((other) => other.value !== user.id);
  // While the users are read, the browser would show the first choice.
  const isKnown = value === user.id || users !== undefined;
  return (
    <NativeSelect
      label={texts.tasks.assignee}
      value={String(value)}
      onChange={(event) => set(Number(event.currentTarget.value))}
      error={error}
      data={[
        { value: String(user.id), label: texts.tasks.me(nameOf(user) || user.email) },
        ...(isKnown ? [] : [{ value: String(value), label: '…' }]),
        ...others.map((other) => ({ value: String(other.value), label: other.label })),
      ]}
    />
  );
}
