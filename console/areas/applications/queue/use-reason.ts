import { useState } from 'react';
import type { ApplicationStage } from '../../../core/api/records.ts';
import { findDraft, keepDraft } from '../../../core/drafts/drafts.ts';
import { useChangedForm } from '../../../core/forms/changed-forms.ts';
import type { MovedApplication } from './use-move.ts';

/** The name of the draft of a reason. Those of a candidate are forgotten with it. */
export const draftOfReason = ({ id, candidateId }: MovedApplication, stage: ApplicationStage): string =>
  `candidate-${candidateId}-application-${id}-${stage}`;

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The reason that is typed. It begins with the draft that it finds, and keeps one until the application has moved. */
export function useReason(draft: string, isMoved: boolean) {
  const [restoredAtUtc, setRestoredAtUtc] = useState(() => findDraft(draft)?.savedAtUtc);
  const [text, setText] = useState(() => textOf(findDraft(draft)?.value));
  const change = (next: string) => {
    setText(next);
    keepDraft(draft, next.trim() === '' ? undefined : next);
  };
  const discard = () => {
    change('');
    setRestoredAtUtc(undefined);
  };
  useChangedForm(text.trim() !== '' && !isMoved, discard);
  return { text, change, discard, restoredAtUtc };
}
