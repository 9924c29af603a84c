import { useEffect } from 'react';
import type { Tagged } from '../../../core/api/call.ts';
import { isStatus } from '../../../core/api/errors.ts';
import { queries } from '../../../core/api/queries.ts';
import { nameOf } from '../../../core/api/records.ts';
import { useFreshQuery } from '../../../core/api/use-fresh-query.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { withLimits } from '../../../core/forms/fields.ts';
import { RecordForm } from '../../../core/forms/form-part.tsx';
import { useForm } from '../../../core/forms/use-form.ts';
import { useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { candidateHoldSetLimits } from '../../../generated/limits.ts';
import classes from './holds.module.css';
import { type Holds, toEntry, useHoldSource } from './use-hold-source.ts';
import type { HeldCandidate } from './use-release.ts';

interface HoldDialogProps {
  candidate: HeldCandidate;
  isOpen: boolean;
  close: () => void;
}

/** Sets a hold, or changes the one that is in force. */
export function HoldDialog({ candidate, isOpen, close }: HoldDialogProps) {
  const { privacy } = useTexts();
  return (
    <Dialog isOpen={isOpen} close={close} title={privacy.hold.titleOf(nameOf(candidate))}>
      <CurrentHold candidate={candidate} close={close} />
    </Dialog>
  );
}

type FormProps = Pick<HoldDialogProps, 'candidate' | 'close'>;

function CurrentHold({ candidate, close }: FormProps) {
  const { candidatePage } = useTexts();
  const holds = useFreshQuery(queries.candidateHold(candidate.id));
  if (isStatus(holds.error, 404))
    return (
      <Notice title={candidatePage.missing}>
        <p>{candidatePage.missingLead}</p>
      </Notice>
    );
  if (holds.data !== undefined) return <HoldForm candidate={candidate} holds={holds.data} close={close} />;
  if (holds.isError) return <Failed error={holds.error} retry={() => holds.refetch()} />;
  // A hold that a colleague has set since the page was read must not be replaced unseen.
  return <Loading rows={4} />;
}

function HoldForm({ candidate, holds, close }: FormProps & { holds: Tagged<Holds> }) {
  const { texts, formats } = useLanguage();
  const { hold: words } = texts.privacy;
  const { read, save, takeBack } = useHoldSource(candidate.id);
  const name = nameOf(candidate);
  const { hold } = holds.record;
  const form = useForm({
    name: `candidate-${candidate.id}-hold`,
    fields: useHoldFields(),
    current: toEntry(holds),
    isOpen: true,
    isNew: hold === null,
    read: async () => toEntry(await read()),
    save,
    takeBack,
    said: { saved: words.saved(name), undone: words.undone(name) },
  });
  const isDone = form.form === undefined;
  useEffect(() => {
    if (isDone) close();
  }, [isDone, close]);
  return (
    <div className={classes.dialog}>
      <p className={classes.quiet}>
        {hold === null
          ? words.lead
          : words.replaces(hold.setByName ?? words.someone, formats.dayAndTime(hold.setAtUtc))}
      </p>
      {!isDone && <RecordForm form={form} title={words.titleOf(name)} />}
    </div>
  );
}

function useHoldFields(): readonly Field[] {
  const { hold } = useTexts().privacy;
  return withLimits(
    [
      { property: 'reason', label: hold.reason, kind: 'longText', isWide: true },
      { property: 'until', label: hold.until, kind: 'date', help: hold.untilHelp, isWide: true },
    ],
    candidateHoldSetLimits,
  );
}
