import { CallError, type Fault, faultsOf } from '../api/errors.ts';
import { useTexts } from '../texts/language.tsx';

/** Returns the function that says what is wrong with a property, in the language of the user. */
export function useFaultText(error: unknown): (property: string) => string | undefined {
  const texts = useTexts();
  const faults = faultsOf(error);
  const known: Record<string, string> = texts.formFaults;
  return (property) => {
    const fault = faults.get(property);
    return fault === undefined ? undefined : (known[fault.code] ?? fault.message);
  };
}

/** The faults of a rejected call that belong to no field of the form. */
export function otherFaults(error: unknown, fields: readonly string[]): readonly Fault[] {
  if (!(error instanceof CallError)) return [];
  return error.faults.filter(({ property }) => !fields.includes(property ?? ''));
}
