import { useMutation, useQueryClient } from '@tanstack/react-query';
import formClasses from '../../../core/forms/forms.module.css';
import type { DevelopersSearch } from '../../../core/paths.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { Button } from '../../../core/ui/button.tsx';
import { CallFilters } from './filters.tsx';
import { LastDay } from './last-day.tsx';
import { CallList } from './list.tsx';

/** The log of what API clients have called. */
export function Calls({ search }: { search: DevelopersSearch }) {
  const { requestLog: words } = useTexts();
  return (
    <>
      <section className={formClasses.part} aria-labelledby="calls">
        <h2 id="calls">{words.heading}</h2>
        <p className={formClasses.lead}>{words.lead}</p>
        <CallFilters search={search} />
        <div className={formClasses.actions}>
          <ReadAgain />
        </div>
      </section>
      {/* Who looks for one call does not count calls. */}
      {search.request === undefined && <LastDay clientId={search.client} />}
      <CallList search={search} />
    </>
  );
}

function ReadAgain() {
  const { deliveries } = useTexts();
  const queryClient = useQueryClient();
  const reading = useMutation({
    mutationFn: () => queryClient.invalidateQueries({ queryKey: ['requestLog'] }),
  });
  return (
    <Button variant="default" loading={reading.isPending} onClick={() => reading.mutate()}>
      {deliveries.refresh}
    </Button>
  );
}
