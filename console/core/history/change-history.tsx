import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query';
import { useId } from 'react';
import type { SchemaHistoryEntryDto } from '../../generated/types.ts';
import formClasses from '../forms/forms.module.css';
import { useFormats, useTexts } from '../texts/language.tsx';
import { Button } from '../ui/button.tsx';
import { Failed, Loading } from '../ui/states.tsx';
import classes from './change-history.module.css';

export type HistoryEntry = SchemaHistoryEntryDto;

interface ChangeHistoryProps {
  history: UseInfiniteQueryResult<InfiniteData<{ entries: readonly HistoryEntry[] }>>;
  /** What an entry says was done, in words of the kind of record. */
  describe: (entry: HistoryEntry) => string;
}

/** Who changed a record, when, and which properties, the latest first. */
export function ChangeHistory({ history, describe }: ChangeHistoryProps) {
  const id = useId();
  const texts = useTexts().history;
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={formClasses.part} aria-labelledby={id}>
      <h2 id={id}>{texts.heading}</h2>
      <p className={formClasses.lead}>{texts.kept}</p>
      {history.isPending && <Loading rows={4} />}
      {history.isError && <Failed error={history.error} retry={() => void history.refetch()} />}
      {history.isSuccess && entries.length === 0 && <p className={formClasses.lead}>{texts.none}</p>}
      {entries.length > 0 && <Entries headingId={id} entries={entries} describe={describe} />}
      {history.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {texts.more}
        </Button>
      )}
    </section>
  );
}

interface EntriesProps extends Pick<ChangeHistoryProps, 'describe'> {
  headingId: string;
  entries: readonly HistoryEntry[];
}

function Entries({ headingId, entries, describe }: EntriesProps) {
  const texts = useTexts().history;
  const formats = useFormats();
  return (
    <table className={classes.table} aria-labelledby={headingId}>
      <thead>
        <tr>
          <th scope="col">{texts.when}</th>
          <th scope="col" className={classes.medium}>
            {texts.who}
          </th>
          <th scope="col">{texts.what}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes.when}>
              <time dateTime={entry.changedAtUtc} title={formats.moment(entry.changedAtUtc)}>
                {formats.dayAndTime(entry.changedAtUtc)}
              </time>
              <span className={classes.lowest}>
                <Actor actor={entry.actor} />
              </span>
            </td>
            <td className={classes.medium}>
              <Actor actor={entry.actor} />
            </td>
            <td>{describe(entry)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Actor({ actor }: Pick<HistoryEntry, 'actor'>) {
  const texts = useTexts().history;
  if (actor === null) return <span className={classes.quiet}>{texts.unknown}</span>;
  const kind = texts.actors[actor.kind];
  return (
    <>
      {actor.name ?? kind}
      {actor.kind === 'client' && actor.name !== null && <span className={classes.kind}>{kind}</span>}
    </>
  );
}
