import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { useDismissal } from '../duplicates/use-dismissal.ts';
import type { Candidate } from '../profile/source.ts';

/** Says that they are two people, if they are an open pair. */
export function Dismissal({ one, other }: { one: Candidate; other: Candidate }) {
  const { duplicates: texts } = useTexts();
  const pairs = useQuery(queries.duplicatesOf(one.id));
  const dismissal = useDismissal();
  const pair = pairs.data?.pairs.find(({ first, second }) => [first.id, second.id].includes(other.id));
  if (pair === undefined) return null;
  return (
    <Button variant="default" disabled={dismissal.isPending} onClick={() => dismissal.dismiss(pair)}>
      {texts.dismiss}
    </Button>
  );
}
