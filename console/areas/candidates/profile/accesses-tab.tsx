import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import type { SchemaDocumentAccessDto } from '../../../generated/types.ts';
import classes from './page.module.css';
import type { Candidate } from './source.ts';

/** Who has read documents of the candidate, the newest first. */
export function AccessesTab({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const accesses = useInfiniteQuery(queries.candidateAccesses(candidate.id));
  const rows = accesses.data?.pages.flatMap((page) => page.accesses) ?? [];
  return (
    <section className={formClasses.part} aria-labelledby="accesses">
      <h2 id="accesses">{candidatePage.tabs.accesses}</h2>
      {accesses.isPending && <Loading rows={4} />}
      {accesses.isError && <Failed error={accesses.error} retry={() => accesses.refetch()} />}
      {accesses.isSuccess && rows.length === 0 && (
        <p className={formClasses.lead}>{candidatePage.noAccesses}</p>
      )}
      {rows.length > 0 && <AccessTable rows={rows} candidate={candidate} />}
      {accesses.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={accesses.isFetchingNextPage}
          onClick={() => accesses.fetchNextPage()}
        >
          {candidatePage.more}
        </Button>
      )}
    </section>
  );
}

function AccessTable({
  rows,
  candidate,
}: {
  rows: readonly SchemaDocumentAccessDto[];
  candidate: Candidate;
}) {
  const { candidatePage, history } = useTexts();
  const formats = useFormats();
  const nameOfDocument = ({ documentId }: SchemaDocumentAccessDto) => {
    if (documentId === null) return candidatePage.attachment;
    const document = candidate.documents.find(({ id }) => id === documentId);
    if (document === undefined) return candidatePage.gone;
    return document.originalFileName ?? document.documentCategory.name;
  };
  return (
    <table className={classes.table} aria-labelledby="accesses">
      <thead>
        <tr>
          <th scope="col">{candidatePage.when}</th>
          <th scope="col">{candidatePage.user}</th>
          <th scope="col">{candidatePage.where}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className={classes.nowrap}>
              <time dateTime={row.atUtc} title={formats.moment(row.atUtc)}>
                {formats.dayAndTime(row.atUtc)}
              </time>
            </td>
            <td>{row.userFullName ?? row.clientName ?? history.actors.user}</td>
            <td>
              {nameOfDocument(row)}
              <span className={classes.secondary}>{candidatePage.accessKinds[row.kind]}</span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
