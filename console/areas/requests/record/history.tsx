import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { ChangeHistory, type HistoryEntry } from '../../../core/history/change-history.tsx';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';

export function History({ requestId }: { requestId: number }) {
  const { requests: texts, proposals } = useTexts();
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = { ...texts.fields, ...proposals.history };
  const describe = ({ change, changedProperties }: HistoryEntry) => {
    if (changedProperties.includes('statusId')) return texts.statusChanged;
    if (changedProperties.includes('statusHistory')) return texts.commented;
    const changed = changedProperties.map((property) => names[property] ?? property);
    const what = texts.changes[change];
    return change !== 'modified' || changed.length === 0 ? what : `${what}: ${formats.list(changed)}`;
  };
  return <ChangeHistory history={useInfiniteQuery(queries.requestHistory(requestId))} describe={describe} />;
}
