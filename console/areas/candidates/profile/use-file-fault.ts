import { CallError } from '../../../core/api/errors.ts';
import { failureText } from '../../../core/forms/failure-text.ts';
import { useTexts } from '../../../core/texts/language.tsx';

/** Why a file was not stored. Undefined without an error. */
export function useFileFault(error: unknown, maximumMb: number, unsuitable: string): string | undefined {
  const texts = useTexts();
  if (error === null || error === undefined) return undefined;
  if (error instanceof RangeError) return texts.candidatePage.tooLarge(maximumMb);
  const code = error instanceof CallError ? error.faults[0]?.code : undefined;
  if (code === 'length') return texts.candidatePage.tooLarge(maximumMb);
  return code === 'format' || code === 'required' ? unsuitable : failureText(error, texts);
}
