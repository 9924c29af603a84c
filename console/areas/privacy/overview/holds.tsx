import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { type ListedHold, nameOf } from '../../../core/api/records.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { More } from '../../../core/ui/more.tsx';
import { Failed, Loading, Notice } from '../../../core/ui/states.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { HoldDialog } from '../holds/hold-dialog.tsx';
import { HoldActions, SetBy, Until } from '../holds/hold-parts.tsx';
import { CandidateLink } from './due-table.tsx';
import classes from './page.module.css';

/** The holds that are in force, those of the newest candidates first. */
export function HoldList() {
  const { privacy } = useTexts();
  const holds = useInfiniteQuery(queries.holds());
  const rows = holds.data?.pages.flatMap((page) => page.holds) ?? [];
  return (
    <section tabIndex={-1} className={formClasses.part} aria-labelledby="holds">
      <h2 id="holds">{privacy.holds.heading}</h2>
      {rows.length > 0 && <p className={formClasses.lead}>{privacy.holds.lead}</p>}
      {holds.isPending && <Loading rows={8} />}
      {holds.isError && <Failed error={holds.error} retry={() => holds.refetch()} />}
      {holds.isSuccess && rows.length === 0 && (
        <Notice title={privacy.holds.none}>
          <p>{privacy.holds.noneLead}</p>
        </Notice>
      )}
      {rows.length > 0 && <HoldTable rows={rows} />}
      {holds.hasNextPage && <More isLoading={holds.isFetchingNextPage} load={() => holds.fetchNextPage()} />}
    </section>
  );
}

function HoldTable({ rows }: { rows: readonly ListedHold[] }) {
  const { privacy } = useTexts();
  const mayWrite = useMay()('privacy:write');
  const [changed, setChanged] = useState<ListedHold>();
  const [isOpen, setOpen] = useState(false);
  const change = (hold: ListedHold) => {
    setChanged(hold);
    setOpen(true);
  };
  return (
    <>
      <table className={tableClasses.table} aria-labelledby="holds">
        <thead>
          <tr>
            <th scope="col">{privacy.candidate}</th>
            <th scope="col" className={tableClasses.extra}>
              {privacy.hold.reason}
            </th>
            <th scope="col" className={tableClasses.extra}>
              {privacy.hold.until}
            </th>
            <th scope="col" className={tableClasses.extra}>
              {privacy.hold.setBy}
            </th>
            {mayWrite && (
              <th scope="col">
                <span className="visually-hidden">{privacy.due.actions}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((hold) => (
            <HoldRow key={hold.candidateId} hold={hold} mayWrite={mayWrite} change={() => change(hold)} />
          ))}
        </tbody>
      </table>
      <HoldDialog candidate={toCandidate(changed ?? NOBODY)} isOpen={isOpen} close={() => setOpen(false)} />
    </>
  );
}

/** Before a hold is chosen. Only a dialog that is there before it opens returns the focus to its button. */
const NOBODY = { candidateId: 0, firstName: '', lastName: '' };

const toCandidate = ({ candidateId: id, firstName, lastName }: typeof NOBODY) => ({
  id,
  firstName,
  lastName,
});

interface HoldRowProps {
  hold: ListedHold;
  mayWrite: boolean;
  change: () => void;
}

function HoldRow({ hold, mayWrite, change }: HoldRowProps) {
  return (
    <tr>
      <td className={tableClasses.entered}>
        <CandidateLink candidateId={hold.candidateId} name={nameOf(hold)} />
        <span className={tableClasses.below}>
          <span className={classes.reason}>{hold.reason}</span>
          <span className={tableClasses.secondary}>
            <Until until={hold.until} /> · <SetBy {...hold} />
          </span>
        </span>
      </td>
      <td className={`${tableClasses.extra} ${classes.reason}`}>{hold.reason}</td>
      <td className={tableClasses.extra}>
        <Until until={hold.until} />
      </td>
      <td className={`${tableClasses.extra} ${tableClasses.entered}`}>
        <SetBy {...hold} />
      </td>
      {mayWrite && (
        <td className={tableClasses.actionColumn}>
          <HoldActions candidate={toCandidate(hold)} hold={hold} change={change} />
        </td>
      )}
    </tr>
  );
}
