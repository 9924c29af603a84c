import { useQuery } from '@tanstack/react-query';
import { queries } from '../../../core/api/queries.ts';
import formClasses from '../../../core/forms/forms.module.css';
import { useLanguage } from '../../../core/texts/language.tsx';
import { Failed } from '../../../core/ui/states.tsx';

/** Says from which day the erasure of the candidate is proposed, or why it is not. Only for roles that may read it. */
export function RetentionNote({ candidateId }: { candidateId: number }) {
  const { texts, formats } = useLanguage();
  const { retention: words } = texts.privacy;
  const { data, error, refetch } = useQuery(queries.candidateRetention(candidateId));
  if (data === undefined) return error === null ? null : <Failed error={error} retry={() => refetch()} />;
  const { dueFromUtc, keptBy } = data;
  if (dueFromUtc === null)
    return keptBy === null || keptBy === 'hold' ? null : (
      <p className={formClasses.lead}>{words.keptBy[keptBy]}</p>
    );
  const say =
    keptBy === 'hold'
      ? words.withoutHold
      : Date.parse(dueFromUtc) <= Date.now()
        ? words.dueSince
        : words.dueFrom;
  return <p className={formClasses.lead}>{say(formats.day(dueFromUtc))}</p>;
}
