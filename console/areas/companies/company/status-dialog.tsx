import { useEffect } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useChoices } from '../../../core/forms/use-choices.ts';
import { useForm } from '../../../core/forms/use-form.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { useMakeField } from './fields.ts';
import classes from './page.module.css';
import { type TaggedCompany, useCompanySource } from './source.ts';

interface StatusDialogProps {
  kind: 'status' | 'contract';
  company: TaggedCompany;
  close: () => void;
}

/** Sets the status of the company, or that of its contract, with a comment for the activities. */
export function StatusDialog({ kind, company, close }: StatusDialogProps) {
  const { companyPage } = useTexts();
  const { name } = company.record;
  const title = kind === 'status' ? companyPage.statusOf(name) : companyPage.contractStatusOf(name);
  return (
    <Dialog isOpen close={close} title={title}>
      <StatusForm kind={kind} company={company} title={title} close={close} />
    </Dialog>
  );
}

function StatusForm({ kind, company, title, close }: StatusDialogProps & { title: string }) {
  const { companyPage } = useTexts();
  const { id, name, statusId, contractStatusId } = company.record;
  const source = useCompanySource(id);
  const statuses = useChoices('customerstatus', statusId);
  const contractStatuses = useChoices('contractstatus', contractStatusId);
  const field = useMakeField();
  const comment = field('comment', 'longText', { isWide: true });
  const options =
    kind === 'status'
      ? {
          fields: [
            field('statusId', 'choice', { choices: statuses, isDecided: true, isWide: true }),
            comment,
          ],
          save: source.saveStatus,
          said: { saved: companyPage.statusSet(name), undone: companyPage.statusUndone(name) },
        }
      : {
          fields: [
            field('contractStatusId', 'choice', {
              choices: contractStatuses,
              isDecided: true,
              isWide: true,
            }),
            field('validFrom', 'date', { isWide: true }),
            comment,
          ],
          save: source.saveContract,
          said: { saved: companyPage.contractSet(name), undone: companyPage.contractUndone(name) },
        };
  const form = useForm({
    ...options,
    name: `company-${id}-${kind}`,
    current: toEntry(company),
    isOpen: true,
    read: async () => toEntry(await source.read()),
    // A comment alone adds an activity, which stays.
    canUndo: (changes) => Object.keys(changes).some((property) => property !== 'comment'),
  });
  const isDone = form.form === undefined;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return (
    <div className={classes.dialog}>
      <p className={classes.quiet}>{companyPage.statusLead}</p>
      {!isDone && <RecordForm form={form} title={title} />}
    </div>
  );
}

/** The first day as the operation calls it. */
const toEntry = ({ record, tag }: TaggedCompany): Tagged<object> => ({
  record: { ...record, validFrom: record.contractValidFrom },
  tag,
});
