import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queries } from '../../../core/api/queries.ts';
import { paths } from '../../../core/paths.ts';
import { useLanguage } from '../../../core/texts/language.tsx';

/** The way to the possible duplicates, with their number as soon as it is known. */
export function DuplicatesLink() {
  const { texts, formats } = useLanguage();
  const count = useQuery(queries.duplicateCount());
  const known = count.data && `${formats.number(count.data.total)}${count.data.totalIsExact ? '' : '+'}`;
  return (
    <Link to={paths.duplicates}>
      {known === undefined ? texts.screens.duplicates : texts.duplicates.link(known)}
    </Link>
  );
}
