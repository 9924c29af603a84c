import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import type { SchemaHistoryEntryDto } from '../../../generated/types.ts';
import classes from './page.module.css';
import type { Candidate } from './source.ts';

type Entry = SchemaHistoryEntryDto;

/** Who changed the candidate, when, and which properties. */
export function HistoryTab({ candidate }: { candidate: Candidate }) {
  const { candidatePage } = useTexts();
  const history = useInfiniteQuery(queries.candidateHistory(candidate.id));
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={formClasses.part} aria-labelledby="history">
      <h2 id="history">{candidatePage.tabs.history}</h2>
      <p className={formClasses.lead}>{candidatePage.historyKept}</p>
      {history.isPending && <Loading rows={4} />}
      {history.isError && <Failed error={history.error} retry={() => history.refetch()} />}
      {history.isSuccess && entries.length === 0 && (
        <p className={formClasses.lead}>{candidatePage.noHistory}</p>
      )}
      {entries.length > 0 && <HistoryTable entries={entries} />}
      {history.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {candidatePage.more}
        </Button>
      )}
    </section>
  );
}

function HistoryTable({ entries }: { entries: readonly Entry[] }) {
  const { candidatePage } = useTexts();
  const formats = useFormats();
  return (
    <table className={classes.table} aria-labelledby="history">
      <thead>
        <tr>
          <th scope="col">{candidatePage.when}</th>
          <th scope="col">{candidatePage.user}</th>
          <th scope="col">{candidatePage.what}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes.nowrap}>
              <time dateTime={entry.changedAtUtc} title={formats.moment(entry.changedAtUtc)}>
                {formats.dayAndTime(entry.changedAtUtc)}
              </time>
            </td>
            <td>
              <Actor actor={entry.actor} />
            </td>
            <td>
              <What entry={entry} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actor({ actor }: Pick<Entry, 'actor'>) {
  const { candidatePage } = useTexts();
  if (actor === null) return <span className={classes.quiet}>{candidatePage.unknownActor}</span>;
  const kind = candidatePage.actors[actor.kind];
  return (
    <>
      {actor.name ?? kind}
      {actor.kind === 'client' && actor.name !== null && <span className={classes.secondary}>{kind}</span>}
    </>
  );
}

/** Of events whose changes name no property. */
const PROPERTIES_OF_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'communication.created': ['communications'],
  'application.received': ['applies'],
  'candidate.statusChanged': ['statusId'],
};

function What({ entry: { entity, change, event, changedProperties } }: { entry: Entry }) {
  const { candidatePage } = useTexts();
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = candidatePage.properties;
  if (entity === 'document') return candidatePage.documentChanges[change];
  const properties =
    changedProperties.length > 0 ? changedProperties : (PROPERTIES_OF_EVENTS[event ?? ''] ?? []);
  const changed = [...new Set(properties.map((property) => names[property] ?? property))];
  const what = candidatePage.changes[change];
  return changed.length === 0 ? what : `${what}: ${formats.list(changed)}`;
}
