import { NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { useOptions } from '../../../core/ui/use-options.ts';
import { candidateCreateWithApplicationLimits } from '../../../generated/limits.ts';
import classes from './page.module.css';
import { type Field, idOf, type Values } from './values.ts';

interface FieldsProps {
  values: Values;
  set: (field: Field, value: string) => void;
  /** What is wrong with a property. */
  faultOf: (property: string) => string | undefined;
}

/** What every field of the form has in common. */
function useField({ values, set, faultOf }: FieldsProps) {
  return (field: Field) => ({
    id: idOf(field),
    value: values[field],
    error: faultOf(field),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(field, value),
  });
}

/** The fields as the list of what is wrong names them. */
export function useFieldNames() {
  const texts = useTexts().newCandidate;
  const labels: Record<Field, string> = {
    firstName: texts.firstName,
    lastName: texts.lastName,
    'contact.email': texts.email,
    'contact.phone': texts.phone,
    'contact.mobile': texts.mobile,
    'location.zipCode': texts.zipCode,
    'location.city': texts.city,
    desiredPosition: texts.position,
    officeId: texts.branch,
    responsibility: texts.responsible,
    sourceOfSupplyId: texts.source,
    'application.jobAdId': texts.jobAd,
    'application.message': texts.message,
  };
  const limits = candidateCreateWithApplicationLimits;
  return Object.entries(labels).map(([property, label]) => ({ property, label, limit: limits[property] }));
}

export function Fields({ children, ...props }: FieldsProps & { children: ReactNode }) {
  const texts = useTexts();
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{texts.newCandidate.groups.person}</legend>
        <Person {...props} />
      </fieldset>
      {/* In a narrow window, it is seen before the rest is typed. */}
      {children}
      <fieldset className={classes.group}>
        <legend>{texts.newCandidate.groups.work}</legend>
        <Work {...props} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{texts.newCandidate.groups.application}</legend>
        <Application {...props} />
      </fieldset>
    </>
  );
}

/** Nothing here is about the user who types: the browser must not suggest it. */
const OFF = { autoComplete: 'off' } as const;

function Person(props: FieldsProps) {
  const texts = useTexts().newCandidate;
  const field = useField(props);
  return (
    <>
      <TextInput {...field('firstName')} {...OFF} label={texts.firstName} required />
      <TextInput {...field('lastName')} {...OFF} label={texts.lastName} required />
      <TextInput {...field('contact.email')} {...OFF} label={texts.email} type="email" />
      <TextInput {...field('contact.phone')} {...OFF} label={texts.phone} type="tel" />
      <TextInput {...field('contact.mobile')} {...OFF} label={texts.mobile} type="tel" />
      <TextInput {...field('location.zipCode')} {...OFF} label={texts.zipCode} />
      <TextInput {...field('location.city')} {...OFF} label={texts.city} />
    </>
  );
}

function Work(props: FieldsProps) {
  const texts = useTexts().newCandidate;
  const may = useMay();
  const field = useField(props);
  const branches = useQuery({ ...queries.branches(), enabled: may('branches:read') });
  const users = useQuery({ ...queries.responsibleUsers(), enabled: may('users:read') });
  const sources = useQuery({ ...queries.valueList('sourcesofsupply'), enabled: may('masterdata:read') });
  const people = users.data?.users.map(({ id, userFullName }) => ({ id, name: userFullName ?? String(id) }));
  return (
    <>
      <TextInput {...field('desiredPosition')} {...OFF} label={texts.position} />
      <NativeSelect
        {...field('officeId')}
        label={texts.branch}
        data={useOptions(
          branches.data?.branches.filter(({ isActive }) => isActive),
          props.values.officeId,
          texts.branchOfAd,
        )}
      />
      <NativeSelect
        {...field('responsibility')}
        label={texts.responsible}
        data={useOptions(people, props.values.responsibility, texts.none)}
      />
      <NativeSelect
        {...field('sourceOfSupplyId')}
        label={texts.source}
        data={useOptions(
          sources.data?.filter(({ isExpired }) => !isExpired),
          props.values.sourceOfSupplyId,
          texts.none,
        )}
      />
    </>
  );
}

function Application(props: FieldsProps) {
  const texts = useTexts().newCandidate;
  const may = useMay();
  const field = useField(props);
  const chosen = Number(props.values['application.jobAdId']);
  const mayRead = may('jobads:read');
  const published = useQuery({ ...queries.publishedJobAds(), enabled: mayRead });
  const own = useQuery({ ...queries.jobAd(chosen), enabled: mayRead && chosen > 0 });
  const jobAds = published.data?.jobAds.map(({ jobAdId, title }) => ({ id: jobAdId, name: title })) ?? [];
  // The address can name one that is not published, or an older one.
  if (own.data !== undefined && !jobAds.some(({ id }) => id === chosen))
    jobAds.push({ id: chosen, name: own.data.record.title });
  return (
    <>
      <NativeSelect
        {...field('application.jobAdId')}
        className={classes.wide}
        label={texts.jobAd}
        data={useOptions(jobAds, props.values['application.jobAdId'], texts.speculative)}
      />
      <Textarea {...field('application.message')} className={classes.wide} label={texts.message} rows={3} />
    </>
  );
}
