import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { ChangeHistory, type HistoryEntry } from '../../../core/history/change-history.tsx';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Candidate } from './source.ts';

/** Of events whose changes name no property. */
const PROPERTIES_OF_EVENTS: Readonly<Record<string, readonly string[]>> = {
  'communication.created': ['communications'],
  'application.received': ['applies'],
  'candidate.statusChanged': ['statusId'],
};

export function HistoryTab({ candidate }: { candidate: Candidate }) {
  const { candidatePage, proposals } = useTexts();
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = { ...candidatePage.properties, ...proposals.history };
  const describe = ({ entity, change, event, changedProperties }: HistoryEntry) => {
    if (entity === 'document') return candidatePage.documentChanges[change];
    const properties =
      changedProperties.length > 0 ? changedProperties : (PROPERTIES_OF_EVENTS[event ?? ''] ?? []);
    const changed = [...new Set(properties.map((property) => names[property] ?? property))];
    const what = candidatePage.changes[change];
    return changed.length === 0 ? what : `${what}: ${formats.list(changed)}`;
  };
  return (
    <ChangeHistory history={useInfiniteQuery(queries.candidateHistory(candidate.id))} describe={describe} />
  );
}
