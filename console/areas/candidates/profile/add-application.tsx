import { useQuery } from '@tanstack/react-query';
import { call } from '../../../core/api/call.ts';
import { queries } from '../../../core/api/queries.ts';
import type { Field } from '../../../core/forms/fields.ts';
import { withLimits } from '../../../core/forms/fields.ts';
import { useChoices, useUserChoices } from '../../../core/forms/use-choices.ts';
import { useMay, useSession } from '../../../core/session/use-session.ts';
import { useTexts } from '../../../core/texts/language.tsx';
import { candidateApplyLimits } from '../../../generated/limits.ts';
import { candidateApply } from '../../../generated/operations.ts';
import { AddEntry } from './addition.tsx';

/** Records an application that arrived in another way, such as on paper. */
export function AddApplication({ candidateId }: { candidateId: number }) {
  const { candidatePage, queue } = useTexts();
  const { tabs, applicationFields: names } = candidatePage;
  const may = useMay();
  const { user } = useSession();
  const published = useQuery({ ...queries.publishedJobAds(), enabled: may('jobads:read') });
  const jobAds = published.data?.jobAds.map(({ jobAdId, title }) => ({ value: jobAdId, label: title }));
  const users = useUserChoices(may('users:read'));
  const recruiter: Field = {
    property: 'recruiterId',
    label: names.recruiterId,
    kind: 'choice',
    choices: users,
  };
  const fields: readonly Field[] = [
    { property: 'jobAdId', label: names.jobAdId, kind: 'choice', choices: jobAds },
    { property: 'channelId', label: names.channelId, kind: 'choice', choices: useChoices('channels') },
    { property: 'appliedAtUtc', label: names.appliedAtUtc, kind: 'moment' },
    ...(users === undefined ? [] : [recruiter]),
    { property: 'message', label: names.message, kind: 'longText', isWide: true },
  ];
  return (
    <AddEntry
      candidateId={candidateId}
      part="new-application"
      title={candidatePage.addTo(tabs.applications)}
      fields={withLimits(fields, candidateApplyLimits)}
      initial={users === undefined ? {} : { recruiterId: String(user.id) }}
      add={async (body, idempotencyKey) => {
        const own = users === undefined ? { recruiterId: user.id } : {};
        const path = { id: candidateId };
        await call(candidateApply, { path, body: { ...own, ...body } as never, idempotencyKey });
        // An application cannot be deleted, only withdrawn or rejected.
        return undefined;
      }}
      nameOf={({ jobAdId }) => jobAds?.find(({ value }) => value === jobAdId)?.label ?? queue.speculative}
    />
  );
}
