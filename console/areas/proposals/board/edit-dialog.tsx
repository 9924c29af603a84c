import { useEffect } from 'react';
import { call, type Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { useFreshQuery } from '../../../core/api/use-fresh-query.ts';
import { type Field, type Values, withLimits } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { requestProposalChangeLimits } from '../../../generated/limits.ts';
import { requestProposalChange } from '../../../generated/operations.ts';
import { type NamedProposal, type Proposal, useProposalSource } from '../use-proposal-changes.ts';

interface EditDialogProps {
  proposal: NamedProposal;
  isOpen: boolean;
  close: () => void;
}

/** Changes the rate and the comment. */
export function EditDialog({ proposal, isOpen, close }: EditDialogProps) {
  const { proposals: texts } = useTexts();
  return (
    <Dialog isOpen={isOpen} close={close} title={texts.editTitle(proposal.candidateName)}>
      <Current proposal={proposal} close={close} />
    </Dialog>
  );
}

type FormProps = Omit<EditDialogProps, 'isOpen'>;

function Current({ proposal, close }: FormProps) {
  const { query } = useProposalSource(proposal);
  const current = useFreshQuery(query);
  if (current.data !== undefined)
    return <EditForm current={current.data} isGone={isStatus(current.error, 404)} close={close} />;
  if (current.isError) return <Failed error={current.error} retry={() => current.refetch()} />;
  return <Loading rows={4} />;
}

/** What a rate begins with. */
const USUAL = { unit: 'hour', currency: 'EUR' } as const;

function toEntry({ record: { rate, comment }, tag }: Tagged<Proposal>) {
  return { record: { rate: rate ?? { amount: null, ...USUAL }, comment }, tag };
}

type Rate = NonNullable<Proposal['rate']>;

interface EditFormProps {
  current: Tagged<Proposal>;
  isGone: boolean;
  close: () => void;
}

function EditForm({ current, isGone, close }: EditFormProps) {
  const { proposals: texts } = useTexts();
  const { record } = current;
  const { read, stored, refresh } = useProposalSource(record);
  const name = record.candidateName;
  const form = useForm({
    name: `proposal-${record.id}-terms`,
    fields: useFields(),
    current: toEntry(current),
    isOpen: true,
    isGone,
    read: async () => toEntry(await read()),
    async save(changed: { rate?: Values; comment?: unknown }, ifMatch) {
      const { rate: changes, ...rest } = changed;
      // The service takes a rate as a whole.
      const rate = changes && { ...USUAL, amount: null, ...stored()?.rate, ...changes };
      const body = { ...rest, ...(rate && { rate: rate.amount === null ? null : (rate as Rate) }) };
      await call(requestProposalChange, {
        path: { requestId: record.requestId, proposalId: record.id },
        body: body as { rate?: Rate | null; comment?: string | null },
        ifMatch,
      });
      void refresh();
    },
    said: { saved: texts.saved(name), undone: texts.undone(name) },
  });
  const isDone = form.form === undefined;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return isDone ? null : <RecordForm form={form} title={texts.editTitle(name)} />;
}

function useFields(): readonly Field[] {
  const { fields, units } = useTexts().proposals;
  return withLimits(
    [
      { property: 'rate.amount', label: fields.amount, kind: 'money' },
      {
        property: 'rate.unit',
        label: fields.unit,
        kind: 'choice',
        isDecided: true,
        choices: Object.entries(units).map(([value, label]) => ({ value, label })),
      },
      { property: 'rate.currency', label: fields.currency, kind: 'text' },
      { property: 'comment', label: fields.comment, kind: 'longText', isWide: true },
    ],
    requestProposalChangeLimits,
  );
}
