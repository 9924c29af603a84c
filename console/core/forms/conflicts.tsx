import { Radio } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useLanguage } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { type Field, shown, type Value } from './fields.ts';
import classes from './forms.module.css';
import type { Conflict } from './rebase.ts';
import type { Form } from './use-form.ts';

interface ConflictsProps extends Pick<Form, 'conflicts' | 'resolve' | 'postpone'> {
  /** Shows values that are no plain text, such as formatted ones. Undefined for the others. */
  render?: (field: Field, value: Value) => ReactNode;
}

/** Somebody else has changed the same fields. The user chooses a value for each of them. */
export function Conflicts({ conflicts, resolve, postpone, render }: ConflictsProps) {
  const { texts } = useLanguage();
  return (
    <Dialog isOpen={conflicts !== undefined} close={postpone} title={texts.forms.conflict.title}>
      {conflicts !== undefined && (
        <ConflictForm conflicts={conflicts} resolve={resolve} postpone={postpone} render={render} />
      )}
    </Dialog>
  );
}

type Choice = 'mine' | 'stored';

function ConflictForm({
  conflicts,
  resolve,
  postpone,
  render,
}: ConflictsProps & { conflicts: readonly Conflict[] }) {
  const { texts } = useLanguage();
  const [chosen, setChosen] = useState<ReadonlyMap<string, Choice>>(new Map());
  const isComplete = conflicts.every(({ field }) => chosen.has(field.property));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isComplete) resolve(chosen);
  };
  return (
    <form className={classes.form} onSubmit={submit}>
      <p className={classes.lead}>{texts.forms.conflict.lead}</p>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.field.property}
          conflict={conflict}
          render={render}
          chosen={chosen.get(conflict.field.property)}
          choose={(choice) => setChosen(new Map(chosen).set(conflict.field.property, choice))}
        />
      ))}
      <div className={classes.actions}>
        <Button type="submit" disabled={!isComplete}>
          {texts.forms.conflict.save}
        </Button>
        <Button variant="default" onClick={postpone}>
          {texts.forms.conflict.back}
        </Button>
      </div>
    </form>
  );
}

interface ChoiceProps {
  conflict: Conflict;
  render: ConflictsProps['render'];
  chosen: Choice | undefined;
  choose: (choice: Choice) => void;
}

function ConflictChoice({ conflict: { field, mine, stored }, render, chosen, choose }: ChoiceProps) {
  const { texts, formats } = useLanguage();
  const say = (toLine: (value: string) => string, value: Value) => {
    const rendered = value === null ? undefined : render?.(field, value);
    if (rendered === undefined) return toLine(shown(field, value, formats, texts) ?? texts.forms.empty);
    return (
      <>
        {toLine('')}
        {rendered}
      </>
    );
  };
  return (
    <Radio.Group
      label={field.label}
      value={chosen ?? null}
      onChange={(value) => choose(value === 'mine' ? 'mine' : 'stored')}
    >
      <div className={classes.choices}>
        <Radio value="mine" label={say(texts.forms.conflict.mine, mine)} />
        <Radio value="stored" label={say(texts.forms.conflict.stored, stored)} />
      </div>
    </Radio.Group>
  );
}
