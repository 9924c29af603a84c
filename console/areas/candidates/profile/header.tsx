import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { nameOf } from '../../../core/api/records.ts';
import { useBranchName, useChoices, useUserChoices, useUserName } from '../../../core/forms/use-choices.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Dialog } from '../../../core/ui/dialog.tsx';
import { MoveMenu } from '../../applications/queue/move-menu.tsx';
import { STATUS } from '../status-undo.ts';
import classes from './page.module.css';
import { Picture } from './picture.tsx';
import type { Candidate } from './source.ts';
import { useSetResponsible, useSetStatus } from './use-header-changes.ts';

/** Who it is, and what is decided about the candidate most often. */
export function Header({ candidate }: { candidate: Candidate }) {
  const texts = useTexts();
  const may = useMay();
  const name = nameOf(candidate);
  const branch = useBranchName(candidate.officeId);
  const newest = newestOf(candidate);
  const move = newest && { ...newest, candidateId: candidate.id, ...nameParts(candidate) };
  return (
    <header className={classes.header}>
      <Picture candidate={candidate} />
      <div className={classes.who}>
        <h1>{name}</h1>
        <dl className={classes.line}>
          <div>
            <dt>{texts.queue.branch}</dt>
            <dd>{branch ?? texts.queue.noBranch}</dd>
          </div>
          <div>
            <dt>{texts.candidatePage.newestStage}</dt>
            <dd>
              {newest === undefined ? texts.candidatePage.noApplication : texts.stages[newest.stage]}
              {newest?.jobAd && <span className={classes.quiet}> · {newest.jobAd}</span>}
            </dd>
          </div>
        </dl>
      </div>
      <div className={classes.controls}>
        <Status candidate={candidate} />
        <Responsible candidate={candidate} />
        {move !== undefined && may('applications:write') && <MoveMenu application={move} />}
      </div>
    </header>
  );
}

const nameParts = ({ firstName, lastName }: Candidate) => ({ firstName, lastName });

function newestOf({ applies }: Candidate): Candidate['applies'][number] | undefined {
  return applies.toSorted((a, b) => b.appliedAtUtc.localeCompare(a.appliedAtUtc) || b.id - a.id)[0];
}

/** A name and its value, for a role that cannot change it. */
function Fact({ name, value }: { name: string; value: string }) {
  return (
    <dl className={classes.line}>
      <div>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    </dl>
  );
}

function Status({ candidate }: { candidate: Candidate }) {
  const texts = useTexts();
  const may = useMay();
  const choices = useChoices('candidatestatus', candidate.statusId);
  const setStatus = useSetStatus(
    candidate,
    (id) => choices?.find(({ value }) => value === id)?.label ?? String(id),
  );
  /** The status that the user saw when choosing to archive. */
  const [archiving, setArchiving] = useState<{ seen: number | null } | undefined>();
  const { statusId, status } = candidate;
  if (!may('candidates:write') || statusId === STATUS.archived || choices === undefined)
    return <Fact name={texts.candidate.status} value={status ?? texts.candidatePage.noStatus} />;
  const choose = (next: number) =>
    next === STATUS.archived ? setArchiving({ seen: statusId }) : setStatus.mutate({ next, seen: statusId });
  return (
    <>
      <NativeSelect
        label={texts.candidate.status}
        value={String(setStatus.isPending ? setStatus.variables.next : (statusId ?? ''))}
        disabled={setStatus.isPending}
        onChange={({ currentTarget: { value } }) => choose(Number(value))}
        data={[
          ...(statusId === null ? [{ value: '', label: texts.candidatePage.noStatus, disabled: true }] : []),
          ...choices.map(({ value, label }) => ({ value: String(value), label })),
        ]}
      />
      <ArchiveDialog
        name={nameOf(candidate)}
        isOpen={archiving !== undefined}
        close={() => setArchiving(undefined)}
        archive={() => archiving && setStatus.mutate({ next: STATUS.archived, ...archiving })}
      />
    </>
  );
}

interface ArchiveProps {
  name: string;
  isOpen: boolean;
  close: () => void;
  archive: () => void;
}

function ArchiveDialog({ name, isOpen, close, archive }: ArchiveProps) {
  const texts = useTexts();
  const confirm = () => {
    close();
    archive();
  };
  return (
    <Dialog isOpen={isOpen} close={close} title={texts.candidatePage.archiveTitle(name)}>
      <p>{texts.candidatePage.archiveLead}</p>
      <div className={classes.actions}>
        <Button className={classes.dangerous} onClick={confirm}>
          {texts.candidatePage.archive}
        </Button>
        <Button variant="default" onClick={close}>
          {texts.forms.cancel}
        </Button>
      </div>
    </Dialog>
  );
}

function Responsible({ candidate }: { candidate: Candidate }) {
  const texts = useTexts();
  const may = useMay();
  const { responsibility } = candidate;
  const users = useUserChoices(may('users:read'), responsibility);
  const name = useUserName(may('users:read'), responsibility);
  const nameOfUser = (userId: number | null) =>
    users?.find(({ value }) => value === userId)?.label ??
    (userId === null ? texts.queue.nobody : texts.candidate.someone);
  const setResponsible = useSetResponsible(candidate, nameOfUser);
  if (!may('candidates:write') || users === undefined)
    return <Fact name={texts.queue.responsible} value={name ?? texts.queue.nobody} />;
  const shown = setResponsible.isPending ? setResponsible.variables.next : responsibility;
  return (
    <NativeSelect
      label={texts.queue.responsible}
      value={String(shown ?? '')}
      disabled={setResponsible.isPending}
      onChange={({ currentTarget: { value } }) =>
        setResponsible.mutate({ next: value === '' ? null : Number(value), seen: responsibility })
      }
      data={[
        { value: '', label: texts.queue.nobody },
        ...users.map(({ value, label }) => ({ value: String(value), label })),
      ]}
    />
  );
}
