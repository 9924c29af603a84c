import { CANDIDATE_CREATION } from '../server/areas/candidates/profile/queries.ts';
import { Lanes } from '../server/core/db/lanes.ts';

// The service as it would be if each request had its own statement and connection.

CANDIDATE_CREATION.isAlone = () => true;
// The database then reads over a connection of its pool.
Lanes.prototype.read = async () => undefined;
// The connections of the service that it is compared with.
process.argv.splice(4, 0, '8');
await import('./service.ts');
