import type { FeedEntity } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';

/** The record types of the feed, as the rest of the console names them. */
export function useEntityNames(): Readonly<Record<FeedEntity, string>> {
  const { screens, companyPage, changes } = useTexts();
  return {
    ...companyPage.entities,
    candidate: screens.candidate,
    document: changes.document,
    request: screens.request,
    jobad: screens.jobAd,
    user: screens.user,
    branch: screens.branch,
  };
}
