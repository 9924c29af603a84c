import { useQuery } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { withLimits } from '../../../core/forms/fields.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useKeptRows } from '../../../core/forms/open-forms.ts';
import { useUserChoices } from '../../../core/forms/use-choices.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { communicationCreateLimits } from '../../../generated/limits.ts';
import { communicationCreate, communicationDelete } from '../../../generated/operations.ts';
import { AddEntry } from './addition.tsx';
import { CommunicationRow, draftOfCommunication } from './communication-row.tsx';
import classes from './page.module.css';
import partClasses from './parts.module.css';
import type { Candidate, TaggedCandidate } from './source.ts';

type Row = Candidate['communications'][number];

/** Everything but notes, the newest first. */
export function Communications({ candidate }: { candidate: TaggedCandidate }) {
  const { candidatePage } = useTexts();
  const mayEdit = useMay()('communication:write');
  const { user } = useSession();
  const types = useQuery(queries.valueList('communicationtypes'));
  const noteTypes = types.data?.filter(({ key }) => key === 'note').map(({ id }) => id) ?? [];
  const fields = useCommunicationFields();
  const { id: candidateId, communications } = candidate.record;
  const path = { candidateId };
  const sorted = communications
    .filter(({ communicationTypeId }) => !noteTypes.includes(communicationTypeId))
    .toSorted((a, b) => b.occurredAtUtc.localeCompare(a.occurredAtUtc));
  const rows = useKeptRows(sorted, (row) => draftOfCommunication(candidateId, row));
  return (
    <section className={formClasses.part} aria-labelledby="communications">
      <header className={partClasses.titled}>
        <h2 id="communications">{candidatePage.communications}</h2>
        {mayEdit && (
          <AddEntry
            candidateId={candidateId}
            part="new-communication"
            title={candidatePage.addTo(candidatePage.communications)}
            fields={fields}
            initial={fields.some(({ property }) => property === 'userId') ? { userId: String(user.id) } : {}}
            add={async (body, idempotencyKey) => {
              const { id } = await call(communicationCreate, { path, body: body as never, idempotencyKey });
              return () => call(communicationDelete, { path: { candidateId, communicationId: id } });
            }}
            nameOf={({ subject }) => String(subject ?? candidatePage.communications)}
          />
        )}
      </header>
      {types.isPending && <Loading rows={2} />}
      {types.isError && types.data === undefined && (
        <Failed error={types.error} retry={() => void types.refetch()} />
      )}
      {/* Until the types are known, a note looks like any other entry, and would be shown twice. */}
      {types.data !== undefined && rows.length === 0 && (
        <p className={formClasses.lead}>{candidatePage.noCommunications}</p>
      )}
      {types.data !== undefined && rows.length > 0 && (
        <CommunicationTable rows={rows} candidate={candidate} fields={fields} />
      )}
    </section>
  );
}

/** Not for notes, which mention colleagues and have a form of their own. */
function useCommunicationFields(): readonly Field[] {
  const { candidatePage } = useTexts();
  const { communicationFields: names, directions } = candidatePage;
  const may = useMay();
  const types = useQuery(queries.valueList('communicationtypes'));
  const users = useUserChoices(may('users:read'));
  const choices = types.data
    ?.filter(({ key, isExpired }) => key !== 'note' && !isExpired)
    .map(({ id, name }) => ({ value: id, label: name }));
  const person: Field[] = [{ property: 'userId', label: names.userId, kind: 'choice', choices: users }];
  const fields: readonly Field[] = [
    { property: 'communicationTypeId', label: names.communicationTypeId, kind: 'choice', choices },
    {
      property: 'direction',
      label: names.direction,
      kind: 'choice',
      choices: (['in', 'out'] as const).map((value) => ({ value, label: directions[value] })),
    },
    { property: 'occurredAtUtc', label: names.occurredAtUtc, kind: 'moment' },
    ...(users === undefined ? [] : person),
    { property: 'subject', label: names.subject, kind: 'text', isWide: true },
    { property: 'text', label: names.text, kind: 'longText', isWide: true },
  ];
  return withLimits(fields, communicationCreateLimits);
}

interface CommunicationTableProps {
  rows: ReturnType<typeof useKeptRows<Row>>;
  candidate: TaggedCandidate;
  fields: readonly Field[];
}

function CommunicationTable({ rows, candidate, fields }: CommunicationTableProps) {
  const { candidatePage } = useTexts();
  return (
    <table className={classes.table} aria-labelledby="communications">
      <thead>
        <tr>
          <th scope="col">{candidatePage.when}</th>
          <th scope="col" className={classes.medium}>
            {candidatePage.user}
          </th>
          <th scope="col">{candidatePage.subject}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ row, isGone }) => (
          <CommunicationRow key={row.id} row={row} isGone={isGone} candidate={candidate} fields={fields} />
        ))}
      </tbody>
    </table>
  );
}
