import { NativeSelect } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useAddress } from '../../../core/address.ts';
import { faultsIn, isStatus } from '../../../core/api/errors.ts';
import { enteredTexts } from '../../../core/forms/entered-texts.ts';
import { FieldFaults, toFaultText } from '../../../core/forms/faults.tsx';
import type { Field } from '../../../core/forms/fields.ts';
import { FieldInput } from '../../../core/forms/inputs.tsx';
import { useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { paths } from '../../../core/paths.ts';
import { toId } from '../../../core/search-values.ts';
import { useOwnBranches } from '../../../core/session/use-own-branches.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { Loading } from '../../../core/ui/states.tsx';
import { StickyBar } from '../../../core/ui/sticky-bar.tsx';
import { PARTS, useRequestFields } from '../form/use-request-fields.ts';
import { KINDS } from '../list/search.ts';
import { CompanyInput } from './company-input.tsx';
import classes from './page.module.css';
import { readNewRequestSearch } from './search.ts';
import { type EntryName, kindOf, useNewRequest } from './use-new-request.ts';

export function Page() {
  const { screens, requests: texts } = useTexts();
  const { company } = useAddress(readNewRequestSearch);
  const ownBranches = useOwnBranches();
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <BackToList list={paths.requests} text={texts.back} />
        <h1>{screens.newRequest}</h1>
        <p className={classes.lead}>{texts.createLead}</p>
      </header>
      {ownBranches.isPending ? (
        <Loading rows={8} />
      ) : (
        // Another company in the address is another request.
        <NewRequest key={company ?? ''} company={company} branch={ownBranches.data?.[0]} />
      )}
    </div>
  );
}

const idOf = (property: string) => `request-new-${property}`;
/** What a request needs, scope in a service contract. */
const REQUIRED: readonly string[] = ['title', 'headcount', 'startDate', 'officeId', 'scope'];
/** What belongs to one company. */
const OF_COMPANY: readonly EntryName[] = ['siteId', 'locationId', 'contactId'];

function NewRequest({ company, branch }: { company: number | undefined; branch: number | undefined }) {
  const { screens, requests: texts } = useTexts();
  const shown = useRef<readonly Field[]>([]);
  const form = useNewRequest(
    {
      ...(company === undefined ? {} : { companyId: String(company) }),
      ...(branch === undefined ? {} : { officeId: String(branch) }),
    },
    () => shown.current,
  );
  const { entries, error } = form;
  const parts = useRequestFields(kindOf(entries), toId(entries.companyId));
  const fields = PARTS.flatMap((part) => parts[part]);
  shown.current = fields;
  const language = useLanguage();
  useEnteredTexts(() => enteredTexts({ fields, entries, initial: form.initial, ...language }), form.loss);
  const [isCompanyMissing, setCompanyMissing] = useState(false);
  const chooseCompany = (value: string) => {
    form.enter('companyId', value);
    setCompanyMissing(false);
    for (const name of OF_COMPANY) form.enter(name, '');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // The company is part of the address that the request is sent to.
    if (entries.companyId !== '') return form.send();
    setCompanyMissing(true);
    document.getElementById(idOf('companyId'))?.focus();
  };
  const companyFault = isCompanyMissing
    ? texts.companyFirst
    : isStatus(error, 404)
      ? texts.unknownCompany
      : undefined;
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={screens.newRequest}>
      {form.restoredAtUtc !== undefined && (
        <Restored savedAtUtc={form.restoredAtUtc} discard={form.discard} />
      )}
      <FieldFaults error={error} fields={fields} idOf={idOf} />
      <div className={classes.first}>
        <div>
          <CompanyInput
            id={idOf('companyId')}
            label={texts.fields.companyId}
            entry={entries.companyId}
            error={companyFault}
            enter={chooseCompany}
          />
        </div>
        <NativeSelect
          label={texts.fields.kind}
          value={kindOf(entries)}
          onChange={({ currentTarget: { value } }) => form.enter('kind', value)}
          data={KINDS.map((kind) => ({ value: kind, label: texts.kinds[kind] }))}
        />
      </div>
      {PARTS.map((part) => (
        <fieldset key={part} className={classes.group}>
          <legend>{texts.parts[part]}</legend>
          {parts[part].map((field) => (
            <Input
              key={field.property}
              field={{ ...field, isRequired: REQUIRED.includes(field.property) }}
              entry={entries[field.property as EntryName]}
              error={error}
              enter={(entry) => form.enter(field.property as EntryName, entry)}
            />
          ))}
        </fieldset>
      ))}
      <FormProblem error={error} isNew />
      <StickyBar>
        <Button type="submit" loading={form.isPending}>
          {texts.save}
        </Button>
      </StickyBar>
    </form>
  );
}

interface InputProps {
  field: Field;
  entry: string;
  error: unknown;
  enter: (entry: string) => void;
}

function Input({ field, entry, error, enter }: InputProps) {
  const language = useLanguage();
  const fault = faultsIn(error).find(({ property }) => property === field.property);
  return (
    <div className={field.isWide ? classes.wide : undefined}>
      <FieldInput
        id={idOf(field.property)}
        field={{ ...field, isRequired: REQUIRED.includes(field.property) }}
        entry={entry}
        error={fault && toFaultText(fault, language, field.limit)}
        enter={enter}
      />
    </div>
  );
}
