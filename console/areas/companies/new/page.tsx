import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { call } from '../../../core/api/call.ts';
import { CallError } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { enteredTexts } from '../../../core/forms/entered-texts.ts';
import { FieldFaults, useFaultText } from '../../../core/forms/faults.tsx';
import { useEnteredTexts } from '../../../core/forms/kept-texts.ts';
import { Restored } from '../../../core/forms/restored.tsx';
import { useCreation } from '../../../core/forms/use-creation.ts';
import { useMessages } from '../../../core/frame/messages.tsx';
import { paths } from '../../../core/paths.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { BackToList } from '../../../core/ui/back-to-list.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { FormProblem } from '../../../core/ui/form-problem.tsx';
import { Loading } from '../../../core/ui/states.tsx';
import { companyCreate, siteCreate } from '../../../generated/operations.ts';
import classes from '../../applications/new-candidate/page.module.css';
import { Duplicates } from './duplicates.tsx';
import { Fields, LIMITS, useFieldNames } from './fields.tsx';
import { findUsualBranch } from './usual-branch.ts';
import { CHOSEN, EMPTY, type Field, idOf, NUMBERS, toBody, toSiteBody, type Values } from './values.ts';

export function Page() {
  const texts = useTexts();
  const branch = useUsualBranch();
  const responsible = useSelf();
  return (
    <div className={classes.page}>
      <BackToList list={paths.companies} text={texts.companyPage.back} />
      <h1>{texts.screens.newCompany}</h1>
      {branch === undefined || responsible === undefined ? (
        <Loading rows={8} />
      ) : (
        <CompanyForm branch={branch} responsible={responsible} />
      )}
    </div>
  );
}

/** The branch of the new company at first. Empty if there is none, and undefined while that is not known. */
function useUsualBranch(): string | undefined {
  const { user } = useSession();
  const may = useMay();
  const mayRead = may('users:read') && may('branches:read');
  const account = useQuery({ ...queries.user(user.id), enabled: mayRead });
  const branches = useQuery({ ...queries.branches(), enabled: mayRead });
  if (!mayRead) return '';
  if (account.data === undefined || branches.data === undefined)
    return account.isError || branches.isError ? '' : undefined;
  return String(findUsualBranch(account.data.assignedOffices, branches.data.branches) ?? '');
}

/** The user, if the user can be responsible for a company. Undefined while that is not known. */
function useSelf(): string | undefined {
  const { user } = useSession();
  const may = useMay();
  const users = useQuery({ ...queries.responsibleNames(), enabled: may('users:read') });
  if (!may('users:read')) return '';
  if (users.data === undefined) return users.isError ? '' : undefined;
  return users.data.some(({ id }) => id === user.id) ? String(user.id) : '';
}

/** Where an entry differs, something would be lost. */
const isDifferent = (before: Values, values: Values): boolean =>
  (Object.keys(EMPTY) as Field[]).some((field) => values[field].trim() !== before[field]);

interface CompanyFormProps {
  branch: string;
  responsible: string;
}

function CompanyForm({ branch, responsible }: CompanyFormProps) {
  const language = useLanguage();
  const { texts, formats } = language;
  const show = useMessages();
  const queryClient = useQueryClient();
  const fields = useFieldNames();
  // It stays what the form began with: what changes meanwhile, such as the main branch of the user, is no entry.
  const [initial] = useState<Values>({
    ...EMPTY,
    officeId: branch,
    responsibility: responsible,
    site: texts.newCompany.usualSite,
  });
  const form = useCreation<Values>({
    name: 'company-new',
    initial,
    numbers: NUMBERS,
    isBegun: (values) => isDifferent(initial, values),
    async create(values, idempotencyKey) {
      const { id } = await call(companyCreate, { body: toBody(values, formats), idempotencyKey });
      const hasSite = await createSite(id, values, idempotencyKey);
      const name = values.name.trim();
      show(
        hasSite
          ? { text: texts.newCompany.created(name) }
          : { text: texts.newCompany.withoutSite(name), isFailure: true },
      );
      return { id };
    },
    onCreated: () => void queryClient.invalidateQueries({ queryKey: ['companies'] }),
    pathOf: paths.company,
  });
  useEnteredTexts(() => {
    const typed = fields
      .filter(({ property }) => !CHOSEN.includes(property))
      .map((field) => ({ ...field, kind: 'text' as const }));
    return enteredTexts({ fields: typed, entries: form.entries, initial: form.initial, ...language });
  }, form.loss);
  const faultOf = useFaultText(form.error, LIMITS);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    form.send();
  };
  return (
    <form className={classes.form} onSubmit={submit} noValidate aria-label={texts.screens.newCompany}>
      {form.restoredAtUtc !== undefined && (
        <Restored savedAtUtc={form.restoredAtUtc} discard={form.discard} />
      )}
      <FieldFaults error={form.error} fields={fields} idOf={idOf} />
      <Fields values={form.entries} set={form.enter} faultOf={faultOf}>
        <Duplicates values={form.entries} />
      </Fields>
      <FormProblem error={form.error} isNew />
      <Button type="submit" className={classes.save} loading={form.isPending}>
        {texts.newCompany.create}
      </Button>
    </form>
  );
}

/**
 * Creates the first site of a company that has just been created. Returns false if the service refuses it: the company exists all the same.
 * Without a response, another try creates both only once.
 */
async function createSite(customerId: number, values: Values, idempotencyKey: string): Promise<boolean> {
  const body = toSiteBody(values);
  if (body === undefined) return true;
  try {
    await call(siteCreate, { path: { customerId }, body, idempotencyKey: `${idempotencyKey}-site` });
    return true;
  } catch (error) {
    if (error instanceof CallError && error.status < 500) return false;
    throw error;
  }
}
