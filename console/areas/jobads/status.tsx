import type { JobAdStatus } from '../../core/api/records.ts';
import { useTexts } from '../../core/texts/language.tsx';
import { Badge } from '../../core/ui/badge.tsx';
import { useUtcToday } from '../../core/use-time.ts';

interface StatusProps {
  status: JobAdStatus;
  endDate: string | null;
}

/** The status of a job ad. After its last day the portal no longer shows it, although it stays published. */
export function Status({ status, endDate }: StatusProps) {
  const texts = useTexts();
  const today = useUtcToday();
  const isOver = status === 'Active' && endDate !== null && endDate < today;
  return (
    <Badge tone={isOver ? 'signal' : status === 'Active' ? 'accent' : undefined}>
      {texts.jobAds.statuses[status]}
      {isOver && `, ${texts.jobAds.ended}`}
    </Badge>
  );
}
