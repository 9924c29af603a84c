import type { Database } from '../../../core/db/connection.ts';
import { setNameSounds, takeWithoutSound } from './name-sound-queries.ts';
import { toNameMatch } from './rules.ts';

/** Few, so that nobody who changes one of these candidates waits long. */
const AT_ONCE = 200;

/**
 * Gives the candidates of a tenant that have no code for how their names sound the codes that new ones get. It is no change: nobody sees
 * the codes. Returns the number of candidates. Several processes can do so at once.
 */
export async function completeNameSounds(
  database: Pick<Database, 'tenant'>,
  tenantId: number,
): Promise<number> {
  let completed = 0;
  for (;;) {
    const taken = await database
      .tenant(tenantId)
      .transaction()
      .execute(async (db) => {
        const names = await takeWithoutSound(db, tenantId, AT_ONCE);
        const sounds = names.map(({ id, firstName, lastName }) => ({
          id,
          firstNameSound: toNameMatch(firstName),
          lastNameSound: toNameMatch(lastName),
        }));
        if (sounds.length > 0) await setNameSounds(db, tenantId, sounds);
        return sounds.length;
      });
    completed += taken;
    if (taken < AT_ONCE) return completed;
  }
}
