import { Radio } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useLanguage } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { shown, type Value } from './fields.ts';
import classes from './forms.module.css';
import type { Conflict } from './rebase.ts';
import type { Form } from './use-form.ts';

/** Somebody else has changed the same fields. The user chooses a value for each of them. */
export function Conflicts({
  conflicts,
  resolve,
  postpone,
}: Pick<Form, 'conflicts' | 'resolve' | 'postpone'>) {
  const { texts } = useLanguage();
  return (
    <Dialog isOpen={conflicts !== undefined} close={postpone} title={texts.forms.conflict.title}>
      {conflicts !== undefined && (
        <ConflictForm conflicts={conflicts} resolve={resolve} postpone={postpone} />
      )}
    </Dialog>
  );
}

type Choice = 'mine' | 'stored';

function ConflictForm({
  conflicts,
  resolve,
  postpone,
}: Pick<Form, 'resolve' | 'postpone'> & { conflicts: readonly Conflict[] }) {
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
  chosen: Choice | undefined;
  choose: (choice: Choice) => void;
}

function ConflictChoice({ conflict: { field, mine, stored }, chosen, choose }: ChoiceProps) {
  const { texts, formats } = useLanguage();
  const say = (value: Value) => shown(field, value, formats, texts) ?? texts.forms.empty;
  return (
    <Radio.Group
      label={field.label}
      value={chosen ?? null}
      onChange={(value) => choose(value === 'mine' ? 'mine' : 'stored')}
    >
      <div className={classes.choices}>
        <Radio value="mine" label={texts.forms.conflict.mine(say(mine))} />
        <Radio value="stored" label={texts.forms.conflict.stored(say(stored))} />
      </div>
    </Radio.Group>
  );
}
