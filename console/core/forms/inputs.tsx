import { NativeSelect, type NativeSelectProps, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../texts/language.tsx';
import { useOptions } from '../ui/use-options.ts';
import { type Field, isNumeric } from './fields.ts';
import classes from './forms.module.css';

interface InputProps {
  id: string;
  field: Field;
  entry: string;
  error: string | undefined;
  enter: (entry: string) => void;
}

const TYPES = {
  text: 'text',
  email: 'email',
  tel: 'tel',
  date: 'date',
  number: 'text',
  money: 'text',
} as const;

/** The input of a field. Its error is described beside it. */
export function FieldInput({ id, field, entry, error, enter }: InputProps) {
  const { forms } = useTexts();
  const { kind, label, help, Input } = field;
  if (Input !== undefined) return <Input id={id} label={label} entry={entry} error={error} enter={enter} />;
  const common = {
    id,
    label,
    description: help,
    error,
    required: field.isRequired,
    value: entry,
    onChange: (event: { currentTarget: { value: string } }) => enter(event.currentTarget.value),
  };
  if (kind === 'longText') return <Textarea {...common} autosize minRows={3} />;
  if (kind === 'flag')
    return (
      <NativeSelect
        {...common}
        data={[
          ...(field.isDecided === true ? [] : [{ value: '', label: forms.unknown }]),
          { value: 'true', label: forms.yes },
          { value: 'false', label: forms.no },
        ]}
      />
    );
  if (kind === 'choice')
    return <ChoiceInput {...common} choices={field.choices} isDecided={field.isDecided} />;
  if (kind === 'moment')
    return <MomentInput id={id} label={label} error={error} entry={entry} enter={enter} />;
  return (
    <TextInput
      {...common}
      type={TYPES[kind]}
      inputMode={isNumeric(kind) ? 'decimal' : undefined}
      autoComplete="off"
      rightSection={field.tool?.(entry, enter)}
    />
  );
}

function MomentInput({ entry, enter, ...common }: Omit<InputProps, 'field'> & { label: string }) {
  const [typed, setTyped] = useState('');
  return (
    <TextInput
      {...common}
      type="datetime-local"
      classNames={{ input: classes.moment }}
      // Converting back what is half typed could change it.
      value={toUtc(typed) === entry ? typed : toLocal(entry)}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value);
        enter(toUtc(value));
      }}
    />
  );
}

const MINUTE_MS = 60_000;

/** A time in UTC as the clock of the user shows it, in minutes. */
function toLocal(utc: string): string {
  const time = new Date(utc);
  if (Number.isNaN(time.getTime())) return '';
  const shifted = new Date(time.getTime() - time.getTimezoneOffset() * MINUTE_MS);
  return shifted.toISOString().slice(0, 'yyyy-mm-ddThh:mm'.length);
}

function toUtc(local: string): string {
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

type ChoiceProps = Pick<Field, 'choices' | 'isDecided'> & NativeSelectProps & { value: string };

function ChoiceInput({ choices, isDecided = false, ...common }: ChoiceProps) {
  const { forms } = useTexts();
  const { value } = common;
  const named = choices?.map((choice) => ({ id: choice.value, name: choice.label }));
  const options = useOptions(named, value, isDecided && value !== '' ? undefined : forms.none);
  return <NativeSelect {...common} data={options} />;
}
