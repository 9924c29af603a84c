import { NativeSelect, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { useUserNames } from '../../../core/forms/use-choices.ts';
import { useProfessions } from '../../../core/forms/use-professions.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { useOptions } from '../../../core/ui/use-options.ts';
import classes from './form.module.css';
import { TextEditor } from './text-editor.tsx';
import { idOf } from './use-fields.ts';
import { type Field, TEXTS, type Values } from './values.ts';

const USUAL_CURRENCY = 'EUR';

interface FieldsProps {
  values: Values;
  set: (field: Field, value: string) => void;
  /** What is wrong with a property. */
  faultOf: (property: string) => string | undefined;
}

/** All fields of a job ad. */
export function Fields(props: FieldsProps) {
  const texts = useTexts();
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{texts.jobAds.groups.job}</legend>
        <Job {...props} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{texts.jobAds.groups.salary}</legend>
        <Salary {...props} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{texts.jobAds.groups.place}</legend>
        <Place {...props} />
      </fieldset>
      <fieldset className={classes.texts}>
        <legend>{texts.jobAds.groups.texts}</legend>
        {TEXTS.map((name) => (
          <TextEditor
            key={name}
            id={idOf(name)}
            label={texts.jobAds.fields[name]}
            value={props.values[name]}
            change={(html) => props.set(name, html)}
            error={props.faultOf(name)}
          />
        ))}
      </fieldset>
    </>
  );
}

/** What every field of the form has in common. */
function useField({ values, set, faultOf }: FieldsProps) {
  const texts = useTexts();
  return (field: Field) => ({
    id: idOf(field),
    label: texts.jobAds.fields[field],
    value: values[field],
    error: faultOf(field),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(field, value),
  });
}

function Job(props: FieldsProps) {
  const texts = useTexts();
  const may = useMay();
  const field = useField(props);
  const branches = useQuery({ ...queries.branches(), enabled: may('branches:read') });
  const { responsibility } = props.values;
  // One who was deactivated can be chosen again until the form is left.
  const [first] = useState(responsibility);
  const people = useUserNames(may('users:read'), [first, responsibility].map(Number).filter(Boolean));
  return (
    <>
      <TextInput {...field('title')} className={classes.wide} required />
      <NativeSelect
        {...field('officeId')}
        required
        data={useOptions(
          branches.data?.branches.filter(({ isActive }) => isActive),
          props.values.officeId,
          texts.jobAds.choose,
        )}
      />
      <NativeSelect
        {...field('responsibility')}
        data={useOptions(people, props.values.responsibility, texts.jobAds.none)}
      />
      <Profession {...props} />
      <TextInput {...field('employmentType')} placeholder={texts.jobAds.employmentTypeHint} />
      <TextInput {...field('weeklyHours')} inputMode="decimal" />
      <TextInput {...field('startDate')} type="date" />
      <TextInput {...field('endDate')} type="date" />
      <TextInput {...field('customerRequestId')} inputMode="numeric" />
    </>
  );
}

function Profession({ values, set, faultOf }: FieldsProps) {
  const texts = useTexts();
  const id = values.professionId;
  const { options, setWords, hasWords } = useProfessions(id);
  return (
    <Select
      id={idOf('professionId')}
      label={texts.jobAds.fields.professionId}
      placeholder={texts.jobAds.professionHint}
      error={faultOf('professionId')}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': texts.jobAds.none }}
      value={id === '' ? null : id}
      onChange={(value) => set('professionId', value ?? '')}
      onSearchChange={setWords}
      // The service has filtered them.
      filter={(found) => found.options}
      nothingFoundMessage={hasWords ? texts.jobAds.noProfession : undefined}
      data={options}
      comboboxProps={{ withinPortal: false, transitionProps: { duration: 0 } }}
    />
  );
}

function Salary(props: FieldsProps) {
  const texts = useTexts();
  const { values, set, faultOf } = props;
  const field = useField(props);
  // Every pay has a currency. It is filled in where it is seen and can be changed.
  const amount = useField({
    values,
    faultOf,
    set(property, value) {
      set(property, value);
      if (value !== '' && values['salary.currency'] === '') set('salary.currency', USUAL_CURRENCY);
    },
  });
  return (
    <>
      <TextInput {...amount('salary.from')} inputMode="decimal" />
      <TextInput {...amount('salary.to')} inputMode="decimal" />
      <TextInput {...field('salary.currency')} />
      <NativeSelect
        {...field('salary.period')}
        data={[
          { value: '', label: texts.jobAds.none },
          ...(['hour', 'month', 'year'] as const).map((period) => ({
            value: period,
            label: texts.jobAds.periods[period],
          })),
        ]}
      />
    </>
  );
}

function Place(props: FieldsProps) {
  const texts = useTexts();
  const field = useField(props);
  const countries = useQuery(queries.valueList('countries'));
  const states = useQuery(queries.valueList('federalstates'));
  const country = props.values['location.countryId'];
  return (
    <>
      <TextInput {...field('location.street')} />
      <TextInput {...field('location.streetNumber')} />
      <TextInput {...field('location.addressLine1')} />
      <TextInput {...field('location.addressLine2')} />
      <TextInput {...field('location.zipCode')} />
      <TextInput {...field('location.city')} />
      <NativeSelect
        {...field('location.countryId')}
        data={useOptions(
          countries.data?.filter(({ isExpired }) => !isExpired),
          country,
          texts.jobAds.none,
        )}
      />
      <NativeSelect
        {...field('location.federalStateId')}
        data={useOptions(
          states.data?.filter(({ countryId }) => country === '' || String(countryId) === country),
          props.values['location.federalStateId'],
          texts.jobAds.none,
        )}
      />
    </>
  );
}
