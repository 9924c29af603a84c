import { useInfiniteQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { ChangeHistory, type HistoryEntry } from '../../../core/history/change-history.tsx';
import { useFormats, useTexts } from '../../../core/texts/language.tsx';
import type { Company } from './source.ts';

type KnownEntity = keyof ReturnType<typeof useTexts>['companyPage']['entities'];

export function HistoryTab({ company }: { company: Company }) {
  const { companyPage } = useTexts();
  const formats = useFormats();
  const names: Readonly<Record<string, string>> = companyPage.properties;
  const describe = ({ entity, change, changedProperties }: HistoryEntry) => {
    const what = companyPage.changes[change](companyPage.entities[entity as KnownEntity] ?? entity);
    const changed = [...new Set(changedProperties.map((property) => names[property] ?? property))];
    return changed.length === 0 ? what : `${what}: ${formats.list(changed)}`;
  };
  return <ChangeHistory history={useInfiniteQuery(queries.companyHistory(company.id))} describe={describe} />;
}
