import { type MirrorContext, ReloadNeeded } from './context.ts';

/**
 * Compares the form of the records that a response names with that of the copy. After an update of the service, records can have other
 * properties, or values that are derived differently, and no change announces it. So another number means that everything must be read
 * again. A copy that an older version of the mirror has loaded has no number, and is read again once.
 */
export async function checkRecordForm({ store }: MirrorContext, form: string | null): Promise<void> {
  const stored = await store.states.get('recordForm');
  if (form === (stored ?? null)) return;
  if (form !== null)
    throw new ReloadNeeded(
      `the service was updated, and its records have the form ${form} now instead of ${stored ?? 'an earlier one'}`,
    );
  // A service that was taken back to a version without the number. What is read from it has an earlier form, so the number must not
  // be taken for that of the whole copy when the service is updated again.
  await store.transaction(() => store.states.set('recordForm', undefined));
}
