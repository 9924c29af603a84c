import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { paths } from '../../../core/paths.ts';
import { useMay } from '../../../core/session/use-session.ts';
import { useFormats, useLanguage } from '../../../core/texts/language.tsx';

interface Count {
  total: number;
  totalIsExact: boolean;
}

/** How much stays with the user, with the lists of it, where it is given to somebody else. */
export function Responsibilities({ userId }: { userId: number }) {
  const { texts, language } = useLanguage();
  const formats = useFormats();
  const may = useMay();
  const filter = { responsibilities: [userId] };
  const reads = [
    useQuery({ ...queries.candidateCount(filter, language), enabled: may('candidates:read') }),
    useQuery({ ...queries.companyCount(filter), enabled: may('customers:read') }),
    useQuery({ ...queries.requestCount(filter), enabled: may('requests:read') }),
  ];
  const [candidates, companies, requests] = reads.map(({ data }) => data);
  if (reads.every(({ data }) => data === undefined || data.total === 0)) return null;
  const responsible = [userId];
  const textOf = ({ total, totalIsExact }: Count, { one, ...many }: Totals) => {
    if (total === 1) return one;
    return totalIsExact ? many.total(formats.number(total)) : many.moreThan(formats.number(total));
  };
  return (
    <>
      <p>{texts.users.access.deactivateLists}</p>
      <ul>
        {isSome(candidates) && (
          <li>
            <Link to={paths.candidates} search={{ branch: 'all', responsible }}>
              {textOf(candidates, texts.candidates)}
            </Link>
          </li>
        )}
        {isSome(companies) && (
          <li>
            <Link to={paths.companies} search={{ branch: 'all', responsible }}>
              {textOf(companies, texts.companies)}
            </Link>
          </li>
        )}
        {isSome(requests) && (
          <li>
            <Link to={paths.requests} search={{ branch: 'all', status: 'all', responsible: userId }}>
              {textOf(requests, texts.requests)}
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}

interface Totals {
  one: string;
  total(count: string): string;
  moreThan(count: string): string;
}

const isSome = (count: Count | undefined): count is Count => count !== undefined && count.total > 0;
