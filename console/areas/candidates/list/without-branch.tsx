import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import classes from '../../../core/list/list.module.css';
import type { CandidateSearch } from '../../../core/paths.ts';
import { useFormats, useLanguage } from '../../../core/texts/language.tsx';
import { toCandidateFilter } from './search.ts';

interface WithoutBranchProps {
  search: CandidateSearch;
  show: () => void;
}

/** Says how many others match that have no branch, because those are in nobody's branches. */
export function WithoutBranch({ search, show }: WithoutBranchProps) {
  const { texts, language } = useLanguage();
  const formats = useFormats();
  const filter = toCandidateFilter({ ...search, branch: 'none', sort: undefined }, []);
  const { data } = useQuery(queries.candidateCount(filter, language));
  if (data === undefined || data.total === 0) return null;
  const count = formats.number(data.total);
  return (
    <button type="button" className={classes.link} onClick={show}>
      {texts.candidates.withoutBranch(data.totalIsExact ? count : texts.today.moreThan(count))}
    </button>
  );
}
