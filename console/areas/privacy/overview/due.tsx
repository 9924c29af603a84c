import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import type { DueCandidate } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import { EraseDialog } from '../erase/erase-dialog.tsx';
import { HoldDialog } from '../holds/hold-dialog.tsx';
import { type DueDialog, DueTable } from './due-table.tsx';

interface Opened {
  dialog: DueDialog;
  row: DueCandidate;
}

/** The candidates whose erasure is proposed, those who became due first. */
export function Due() {
  const { privacy } = useTexts();
  const due = useInfiniteQuery(queries.dueCandidates());
  const [opened, setOpened] = useState<Opened>();
  const pages = due.data?.pages ?? [];
  const rows = pages.flatMap(({ candidates }) => candidates);
  const isUnfinished = due.hasNextPage && pages.at(-1)?.candidates.length === 0;
  return (
    <section tabIndex={-1} className={formClasses.part} aria-labelledby="due">
      <h2 id="due">{privacy.due.heading}</h2>
      {rows.length > 0 && <Lead />}
      {due.isPending && <Loading rows={8} />}
      {due.isError && <Failed error={due.error} retry={() => due.refetch()} />}
      {due.isSuccess && !due.hasNextPage && rows.length === 0 && <Nobody />}
      {rows.length > 0 && <DueTable rows={rows} open={(dialog, row) => setOpened({ dialog, row })} />}
      {isUnfinished && (
        <Notice title={privacy.due.unfinished}>
          <p>{privacy.due.unfinishedLead}</p>
        </Notice>
      )}
      {due.hasNextPage && (
        <More
          text={isUnfinished ? privacy.due.goOn : undefined}
          isLoading={due.isFetchingNextPage}
          load={() => due.fetchNextPage()}
        />
      )}
      <Dialogs opened={opened} close={() => setOpened(undefined)} />
    </section>
  );
}

function Lead() {
  const { privacy } = useTexts();
  const months = useMonths();
  return months != null && <p className={formClasses.lead}>{privacy.due.lead(months)}</p>;
}

/** The rule as a text. Null: nobody is proposed. Undefined while it is not known. */
function useMonths(): string | null | undefined {
  const formats = useFormats();
  const rule = useQuery(queries.retention());
  const months = rule.data?.record.proposeErasureAfterMonths;
  return typeof months === 'number' ? formats.number(months) : months;
}

function Nobody() {
  const { privacy } = useTexts();
  const may = useMay();
  const months = useMonths();
  const isOff = months === null;
  if (months === undefined) return <Loading rows={2} />;
  return (
    <Notice title={isOff ? privacy.due.off : privacy.due.none}>
      <p>{isOff ? privacy.due.offLead : privacy.due.noneLead(months)}</p>
      <Link to={paths.privacy} search={{ tab: 'rule' }}>
        {isOff && may('privacy:write') ? privacy.due.setRule : privacy.due.toRule}
      </Link>
    </Notice>
  );
}

const NOBODY = { candidateId: 0, firstName: '', lastName: '' };

interface DialogsProps {
  opened: Opened | undefined;
  close: () => void;
}

/** They belong to the list and not to a row, so that they stay when the row leaves it. */
function Dialogs({ opened, close }: DialogsProps) {
  const may = useMay();
  const navigate = useNavigate();
  // A dialog keeps its contents while it disappears.
  const [last, setLast] = useState(opened);
  if (opened !== undefined && opened !== last) setLast(opened);
  // Only a dialog that is there before it opens returns the focus to its button.
  const { candidateId: id, firstName, lastName } = last?.row ?? NOBODY;
  const common = { candidate: { id, firstName, lastName }, close };
  const showHold = () =>
    may('candidates:read')
      ? navigate({ to: paths.candidate(id) })
      : navigate({ to: paths.privacy, search: { tab: 'holds' } });
  return (
    <>
      <EraseDialog
        {...common}
        isOpen={opened?.dialog === 'erase'}
        leave={async () => close()}
        showHold={showHold}
      />
      <HoldDialog {...common} isOpen={opened?.dialog === 'hold'} />
    </>
  );
}
