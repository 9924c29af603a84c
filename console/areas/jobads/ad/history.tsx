import { Button } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import { Failed, Loading } from '../../../core/ui/states.tsx';
import { Ago } from '../../../core/ui/when.tsx';
import type { SchemaHistoryEntryDto } from '../../../generated/types.ts';
import classes from './page.module.css';

/** Who changed the job ad, when, and which properties. */
export function History({ jobAdId }: { jobAdId: number }) {
  const texts = useTexts();
  const history = useInfiniteQuery(queries.jobAdHistory(jobAdId));
  const entries = history.data?.pages.flatMap((page) => page.entries) ?? [];
  return (
    <section className={classes.part} aria-labelledby="history">
      <h2 id="history">{texts.jobAds.history}</h2>
      {history.isPending && <Loading rows={3} />}
      {history.isError && <Failed error={history.error} retry={() => history.refetch()} />}
      {history.isSuccess && entries.length === 0 && <p className={classes.hint}>{texts.jobAds.noHistory}</p>}
      {entries.length > 0 && <Entries entries={entries} />}
      {history.hasNextPage && (
        <Button
          variant="default"
          className={classes.more}
          loading={history.isFetchingNextPage}
          onClick={() => history.fetchNextPage()}
        >
          {texts.jobAds.moreHistory}
        </Button>
      )}
    </section>
  );
}

function Entries({ entries }: { entries: readonly SchemaHistoryEntryDto[] }) {
  const texts = useTexts();
  return (
    <table className={classes.table} aria-labelledby="history">
      <thead>
        <tr>
          <th scope="col">{texts.jobAds.when}</th>
          <th scope="col">{texts.jobAds.who}</th>
          <th scope="col">{texts.jobAds.what}</th>
        </tr>
      </thead>
      <tbody>
        {entries.map((entry) => (
          <tr key={entry.id}>
            <td className={classes.when}>
              <Ago utc={entry.changedAtUtc} />
            </td>
            <td className={classes.who}>
              {entry.actor === null ? '–' : (entry.actor.name ?? texts.jobAds.actors[entry.actor.kind])}
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

function What({ entry: { change, event, changedProperties } }: { entry: SchemaHistoryEntryDto }) {
  const texts = useTexts();
  const formats = useFormats();
  if (change !== 'modified') return texts.jobAds.events[change];
  if (event === 'jobad.published') return texts.jobAds.events.published;
  if (event === 'jobad.completed') return texts.jobAds.events.completed;
  if (changedProperties.length === 1 && changedProperties[0] === 'status')
    return texts.jobAds.events.withdrawn;
  const names: Readonly<Record<string, string>> = texts.jobAds.fields;
  // The service derives the coordinates from the address.
  const labels = changedProperties
    .filter((property) => !property.startsWith('location.geo'))
    .map((property) => names[property] ?? property);
  return labels.length === 0
    ? texts.jobAds.events.modified
    : texts.jobAds.changed(formats.list([...new Set(labels)]));
}
