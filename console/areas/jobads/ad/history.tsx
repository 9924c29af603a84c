import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { ChangeHistory, type HistoryEntry } from '../../../core/history/change-history.tsx';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';

export function History({ jobAdId }: { jobAdId: number }) {
  const texts = useTexts();
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = texts.jobAds.fields;
  const describe = ({ change, event, changedProperties }: HistoryEntry) => {
    const { events } = texts.jobAds;
    if (change !== 'modified') return events[change];
    if (event === 'jobad.published') return events.published;
    if (event === 'jobad.completed') return events.completed;
    if (changedProperties.length === 1 && changedProperties[0] === 'status') return events.withdrawn;
    // The service derives the coordinates from the address.
    const labels = changedProperties
      .filter((property) => !property.startsWith('location.geo'))
      .map((property) => names[property] ?? property);
    return labels.length === 0 ? events.modified : texts.jobAds.changed(formats.list([...new Set(labels)]));
  };
  return <ChangeHistory history={useInfiniteQuery(queries.jobAdHistory(jobAdId))} describe={describe} />;
}
