import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { Limits } from '../../../core/forms/limits.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { useOptions } from '../../../core/ui/use-options.ts';
import { companyCreateLimits, siteCreateLimits } from '../../../generated/limits.ts';
import classes from '../../applications/new-candidate/page.module.css';
import { EMPTY, type Field, idOf, type Values } from './values.ts';

export const LIMITS: Limits = { ...companyCreateLimits, site: siteCreateLimits.description ?? {} };

interface FieldsProps {
  values: Values;
  set: (field: Field, value: string) => void;
  /** What is wrong with a property. */
  faultOf: (property: string) => string | undefined;
}

function useLabels(): Record<Field, string> {
  const { newCompany, companyPage } = useTexts();
  return { ...companyPage.properties, site: newCompany.site };
}

/** The fields as the list of what is wrong names them. */
export function useFieldNames() {
  const labels = useLabels();
  return (Object.keys(EMPTY) as Field[]).map((property) => ({
    property,
    label: labels[property],
    limit: LIMITS[property],
  }));
}

/** What every field of the form has in common. Nothing is about the user who types: the browser must not suggest it. */
function useField({ values, set, faultOf }: FieldsProps) {
  const labels = useLabels();
  return (field: Field) => ({
    id: idOf(field),
    label: labels[field],
    autoComplete: 'off',
    value: values[field],
    error: faultOf(field),
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(field, value),
  });
}

export function Fields({ children, ...props }: FieldsProps & { children: ReactNode }) {
  const { newCompany } = useTexts();
  return (
    <>
      <fieldset className={classes.group}>
        <legend>{newCompany.groups.company}</legend>
        <Company {...props} />
      </fieldset>
      {/* In a narrow window, it is seen before the rest is typed. */}
      {children}
      <fieldset className={classes.group}>
        <legend>{newCompany.groups.contact}</legend>
        <Contact {...props} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{newCompany.groups.work}</legend>
        <Work {...props} />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{newCompany.groups.site}</legend>
        <Site {...props} />
      </fieldset>
    </>
  );
}

/** The entries of a value list that a new record can have. */
function useEntries(list: 'industries' | 'countries') {
  const may = useMay();
  const entries = useQuery({ ...queries.valueList(list), enabled: may('masterdata:read') });
  return entries.data?.filter(({ isExpired }) => !isExpired);
}

function Company(props: FieldsProps) {
  const { newCompany } = useTexts();
  const field = useField(props);
  const industries = useEntries('industries');
  return (
    <>
      <TextInput {...field('name')} className={classes.wide} required />
      <TextInput {...field('name2')} className={classes.wide} />
      <TextInput {...field('customerNumber')} />
      <NativeSelect
        {...field('industryId')}
        data={useOptions(industries, props.values.industryId, newCompany.none)}
      />
      <TextInput {...field('employees')} inputMode="numeric" />
      <TextInput {...field('vatId')} />
    </>
  );
}

function Contact(props: FieldsProps) {
  const { newCompany } = useTexts();
  const field = useField(props);
  const countries = useEntries('countries');
  return (
    <>
      <TextInput {...field('contact.email')} type="email" />
      <TextInput {...field('contact.phone')} type="tel" />
      <TextInput {...field('contact.website')} className={classes.wide} />
      <TextInput {...field('location.street')} />
      <TextInput {...field('location.streetNumber')} />
      <TextInput {...field('location.zipCode')} />
      <TextInput {...field('location.city')} />
      <NativeSelect
        {...field('location.countryId')}
        data={useOptions(countries, props.values['location.countryId'], newCompany.none)}
      />
    </>
  );
}

function Work(props: FieldsProps) {
  const { newCompany } = useTexts();
  const may = useMay();
  const field = useField(props);
  const branches = useQuery({ ...queries.branches(), enabled: may('branches:read') });
  const users = useQuery({ ...queries.responsibleNames(), enabled: may('users:read') });
  return (
    <>
      <NativeSelect
        {...field('officeId')}
        data={useOptions(
          branches.data?.branches.filter(({ isActive }) => isActive),
          props.values.officeId,
          newCompany.none,
        )}
      />
      <NativeSelect
        {...field('responsibility')}
        data={useOptions(
          users.data === undefined ? undefined : [...users.data],
          props.values.responsibility,
          newCompany.none,
        )}
      />
    </>
  );
}

function Site(props: FieldsProps) {
  const { newCompany } = useTexts();
  const field = useField(props);
  return <TextInput {...field('site')} className={classes.wide} description={newCompany.siteHelp} />;
}
