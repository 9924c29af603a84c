import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useMay } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import { Notes } from '../../applications/queue/notes.tsx';
import classes from './page.module.css';
import { type Candidate, useUserChoices } from './source.ts';

export function CommunicationTab({ candidate }: { candidate: Candidate }) {
  return (
    <div className={classes.parts}>
      <div className={`${formClasses.part} ${classes.notes}`}>
        <Notes candidateId={candidate.id} Heading="h2" />
      </div>
      <Communications candidate={candidate} />
    </div>
  );
}

/** Everything but notes, the newest first. */
function Communications({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const types = useQuery(queries.valueList('communicationtypes'));
  const noteTypes = types.data?.filter(({ key }) => key === 'note').map(({ id }) => id) ?? [];
  const rows = candidate.communications
    .filter(({ communicationTypeId }) => !noteTypes.includes(communicationTypeId))
    .toSorted((a, b) => b.occurredAtUtc.localeCompare(a.occurredAtUtc));
  return (
    <section className={formClasses.part} aria-labelledby="communications">
      <h2 id="communications">{candidatePage.communications}</h2>
      {rows.length === 0 ? (
        <p className={formClasses.lead}>{candidatePage.noCommunications}</p>
      ) : (
        <CommunicationTable rows={rows} />
      )}
    </section>
  );
}

function CommunicationTable({ rows }: { rows: Candidate['communications'] }) {
  const { candidatePage } = useTexts();
  const may = useMay();
  const users = useUserChoices(may('users:read'));
  const directions: Readonly<Record<string, string>> = candidatePage.directions;
  return (
    <table className={classes.table} aria-labelledby="communications">
      <thead>
        <tr>
          <th scope="col">{candidatePage.when}</th>
          <th scope="col">{candidatePage.user}</th>
          <th scope="col">{candidatePage.subject}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              <Ago utc={row.occurredAtUtc} />
              <span className={classes.secondary}>
                {[row.communicationType, directions[row.direction ?? '']].filter(Boolean).join(' ')}
              </span>
            </td>
            <td>{users?.find(({ value }) => value === row.userId)?.label}</td>
            <td>
              {row.subject && <strong>{row.subject}</strong>}
              {row.text && <p className={classes.message}>{row.text}</p>}
              {row.attachments.map(({ id, originalFileName }) => (
                <span key={id} className={classes.secondary}>
                  {originalFileName}
                </span>
              ))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
