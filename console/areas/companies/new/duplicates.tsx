import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { queries } from '../../../core/api/queries.ts';
import { paths } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Failed } from '../../../core/ui/states.tsx';
import type { SchemaCompanyDuplicateDto } from '../../../generated/types.ts';
import classes from '../../applications/new-candidate/page.module.css';
import { StatusBadge } from '../status.tsx';
import { toDuplicateSearches, type Values } from './values.ts';

const TYPING_MS = 300;

/** The companies that may be the one that is being entered, a moment after the last key. */
export function Duplicates({ values }: { values: Values }) {
  const { newCompany } = useTexts();
  const [settled] = useDebouncedValue(values, TYPING_MS);
  const { name, domain, vatId } = useMemo(() => toDuplicateSearches(settled), [settled]);
  const isWanted = [name, domain, vatId].some((one) => one !== undefined);
  const byLetters = useQuery({
    ...queries.companyDuplicates({ name, vatId }),
    enabled: name !== undefined || vatId !== undefined,
  });
  const byName = useQuery({ ...queries.companiesLike(name ?? ''), enabled: name !== undefined });
  const byDomain = useQuery({ ...queries.companiesLike(domain ?? ''), enabled: domain !== undefined });
  const found = [
    ...(name === undefined && vatId === undefined ? [] : (byLetters.data ?? [])),
    ...(name === undefined ? [] : (byName.data ?? [])),
    ...(domain === undefined ? [] : (byDomain.data ?? [])),
  ];
  const duplicates = [...new Map(found.map((company) => [company.id, company])).values()];
  const failed = [byLetters, byName, byDomain].find(({ isError }) => isError);
  return (
    <section className={classes.duplicates} aria-labelledby="duplicates" data-found={duplicates.length > 0}>
      <h2 id="duplicates">{newCompany.duplicates}</h2>
      <p role="status" className={classes.lead}>
        {/* After a failure, nobody knows. */}
        {(duplicates.length > 0 || failed === undefined) && newCompany[reasonOf(duplicates.length, isWanted)]}
      </p>
      {failed !== undefined && <Failed error={failed.error} retry={() => void failed.refetch()} />}
      <ul aria-labelledby="duplicates">
        {duplicates.map((company) => (
          <Duplicate key={company.id} company={company} />
        ))}
      </ul>
    </section>
  );
}

function reasonOf(found: number, isWanted: boolean) {
  if (found > 0) return 'duplicatesLead';
  return isWanted ? 'noDuplicates' : 'duplicatesHint';
}

function Duplicate({
  company: { id, name, zipCode, city, customerNumber, statusId },
}: {
  company: Omit<SchemaCompanyDuplicateDto, 'matchedOn'>;
}) {
  const statuses = useQuery(queries.valueList('customerstatus'));
  const place = [zipCode, city].filter(Boolean).join(' ');
  return (
    <li>
      {/* In another window: what has been entered stays. */}
      <Link to={paths.company(id)} target="_blank">
        {name}
      </Link>
      <span className={classes.secondary}>{[place, customerNumber].filter(Boolean).join(' · ')}</span>
      <StatusBadge statusId={statusId} entries={statuses.data} />
    </li>
  );
}
