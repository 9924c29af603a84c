import type { LoggedCall } from '../../../core/api/records.ts';
import { useTexts } from '../../../core/texts/language.tsx';

type Fault = LoggedCall['faults'][number];

/** Returns the function that names a fault. The log has no names that the application chose, because they can be those of people. */
export function useFaultText(): (fault: Fault) => string {
  const { requestLog: words } = useTexts();
  return ({ property, code }) => `${property === '' ? words.chosenName : property}: ${code}`;
}
