import { CANDIDATE_CREATION } from '../server/areas/candidates/profile/queries.ts';
import { Lanes } from '../server/core/db/lanes.ts';

// The service as it would be if each creation had its own statement and each statement its own connection. Reads of one turn of the
// event loop share a statement here too.

CANDIDATE_CREATION.isAlone = () => true;
// The database then reads over a connection of its pool.
Lanes.prototype.read = async () => undefined;
await import('./service.ts');
