import { Link } from '@tanstack/react-router';
import { type DueCandidate, nameOf } from '../../../core/api/records.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import tableClasses from '../../../core/ui/table.module.css';
import { toOverdue } from './overdue.ts';
import classes from './page.module.css';

export type DueDialog = 'erase' | 'hold';

interface DueTableProps {
  rows: readonly DueCandidate[];
  open: (dialog: DueDialog, row: DueCandidate) => void;
}

export function DueTable({ rows, open }: DueTableProps) {
  const { privacy } = useTexts();
  const mayWrite = useMay()('privacy:write');
  return (
    <table className={tableClasses.table} aria-labelledby="due">
      <thead>
        <tr>
          <th scope="col">{privacy.candidate}</th>
          <th scope="col" className={tableClasses.extra}>
            {privacy.due.application}
          </th>
          <th scope="col" className={tableClasses.extra}>
            {privacy.due.ended}
          </th>
          <th scope="col" className={tableClasses.medium}>
            {privacy.due.since}
          </th>
          {mayWrite && (
            <th scope="col">
              <span className="visually-hidden">{privacy.due.actions}</span>
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <DueRow key={row.candidateId} row={row} mayWrite={mayWrite} open={(dialog) => open(dialog, row)} />
        ))}
      </tbody>
    </table>
  );
}

interface DueRowProps {
  row: DueCandidate;
  mayWrite: boolean;
  open: (dialog: DueDialog) => void;
}

function DueRow({ row, mayWrite, open }: DueRowProps) {
  const { privacy } = useTexts();
  const formats = useFormats();
  return (
    <tr className={row.hasLeft ? classes.left : undefined}>
      <td className={tableClasses.entered}>
        <CandidateLink candidateId={row.candidateId} name={nameOf(row)} />
        <span className={tableClasses.below}>
          <Application row={row} />
        </span>
        <span className={tableClasses.lowest}>
          {privacy.due.since} <Since row={row} />
        </span>
      </td>
      <td className={`${tableClasses.extra} ${tableClasses.entered}`}>
        <Application row={row} />
      </td>
      <td className={tableClasses.extra}>
        <time dateTime={row.closedAtUtc} title={formats.moment(row.closedAtUtc)}>
          {formats.day(row.closedAtUtc)}
        </time>
      </td>
      <td className={tableClasses.medium}>
        <Since row={row} />
      </td>
      {mayWrite && (
        <td className={tableClasses.actionColumn}>
          <RowActions name={nameOf(row)} hasLeft={row.hasLeft === true} open={open} />
          {row.hasLeft && <span className={tableClasses.secondary}>{privacy.due.left}</span>}
        </td>
      )}
    </tr>
  );
}

/** The name, which leads to the candidate if the role may read candidates. */
export function CandidateLink({ candidateId, name }: { candidateId: number; name: string }) {
  const may = useMay();
  return may('candidates:read') ? <Link to={paths.candidate(candidateId)}>{name}</Link> : name;
}

function Application({ row: { jobAd, stage } }: { row: DueCandidate }) {
  const texts = useTexts();
  return (
    <>
      {jobAd ?? texts.queue.speculative}
      <span className={tableClasses.secondary}>{texts.stages[stage]}</span>
    </>
  );
}

function Since({ row: { dueSinceUtc } }: { row: DueCandidate }) {
  const { texts, formats } = useLanguage();
  return (
    <>
      <time dateTime={dueSinceUtc}>{formats.day(dueSinceUtc)}</time>
      <span className={tableClasses.secondary}>
        {toOverdue(dueSinceUtc, new Date(), texts.privacy, formats.number)}
      </span>
    </>
  );
}

interface RowActionsProps extends Pick<DueRowProps, 'open'> {
  name: string;
  /** The buttons stay, because one of them can have the focus. */
  hasLeft: boolean;
}

function RowActions({ name, hasLeft, open }: RowActionsProps) {
  const { privacy } = useTexts();
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        className={hasLeft ? undefined : classes.danger}
        disabled={hasLeft}
        aria-label={privacy.due.eraseOf(name)}
        onClick={() => open('erase')}
      >
        {privacy.due.erase}
      </Button>
      <Button
        variant="default"
        size="compact-sm"
        disabled={hasLeft}
        aria-label={privacy.due.keepOf(name)}
        onClick={() => open('hold')}
      >
        {privacy.due.keep}
      </Button>
    </div>
  );
}
