import { TextInput } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { isStatus } from '../../../core/api/errors.ts';
import { nameOf } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import confirmClasses from '../../../core/ui/confirm.module.css';
import { NotDone } from '../../../core/ui/confirm.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { Problem } from '../../../core/ui/form-problem.tsx';
import { MergedError, useErase } from './use-erase.ts';

interface EraseProps {
  candidate: { id: number; firstName: string | null; lastName: string | null };
  close: () => void;
  /** Leaves what is about the candidate, before it is removed from what was read. */
  leave: () => Promise<unknown> | undefined;
  /** Goes to the hold that forbids it. */
  showHold: () => void;
}

interface EraseDialogProps extends EraseProps {
  isOpen: boolean;
}

/** Erases the candidate. It cannot be undone, so the name has to be entered. */
export function EraseDialog({ isOpen, ...props }: EraseDialogProps) {
  const { candidatePage } = useTexts();
  const { candidate, leave } = props;
  const erase = useErase(candidate, leave);
  const close = () => {
    erase.reset();
    props.close();
  };
  const showHold = () => {
    erase.reset();
    props.showHold();
  };
  return (
    <Dialog
      isOpen={isOpen}
      // Closed, it would look as if nobody is erased.
      close={erase.isPending ? undefined : close}
      title={candidatePage.eraseTitle(nameOf(candidate))}
    >
      <Confirmation candidate={candidate} close={close} showHold={showHold} erase={erase} />
    </Dialog>
  );
}

interface ConfirmationProps extends Omit<EraseProps, 'leave'> {
  erase: ReturnType<typeof useErase>;
}

function Confirmation({ candidate, close, showHold, erase }: ConfirmationProps) {
  const texts = useTexts();
  const name = nameOf(candidate);
  const [entered, setEntered] = useState('');
  const isConfirmed = toVisible(entered) === toVisible(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) erase.mutate();
  };
  return (
    <form className={formClasses.form} onSubmit={submit}>
      <p className={formClasses.lead}>{texts.candidatePage.eraseLead}</p>
      <TextInput
        label={texts.candidatePage.eraseName(name)}
        value={entered}
        onChange={(event) => setEntered(event.currentTarget.value)}
        autoComplete="off"
        data-autofocus
      />
      <Rejection error={erase.error} name={name} showHold={showHold} />
      <div className={formClasses.actions}>
        <Button
          type="submit"
          className={confirmClasses.dangerous}
          disabled={!isConfirmed}
          loading={erase.isPending}
        >
          {texts.candidatePage.eraseNow}
        </Button>
        <Button variant="default" disabled={erase.isPending} onClick={close}>
          {texts.forms.cancel}
        </Button>
      </div>
    </form>
  );
}

/** What a person sees of a name, and can type. Names that were copied can have characters that nobody sees. */
function toVisible(name: string): string {
  return name
    .replaceAll(/\p{Cf}/gu, '')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

interface RejectionProps extends Pick<EraseProps, 'showHold'> {
  error: unknown;
  name: string;
}

/** Why nobody was erased. */
function Rejection({ error, name, showHold }: RejectionProps) {
  const { duplicates, privacy } = useTexts();
  if (error === null) return null;
  if (error instanceof MergedError) {
    const { merged } = error;
    return (
      <Problem text={(merged.undoneAtUtc === null ? privacy.erase.merged : privacy.erase.apart)(name)}>
        <Link to={paths.candidate(merged.candidateId)}>{duplicates.goneTo(nameOf(merged))}</Link>
      </Problem>
    );
  }
  // A hold is the only conflict.
  if (isStatus(error, 409))
    return (
      <Problem text={privacy.hold.conflict(name)}>
        <Button variant="default" onClick={showHold}>
          {privacy.hold.show}
        </Button>
      </Problem>
    );
  return <NotDone error={error} />;
}
