import { findActor } from '../../../core/api/find-actor.ts';
import type { Application } from '../../../core/api/records.ts';

/** The name of who has moved the application to its stage, if it is known. A status of the candidate can move it too. */
export const findMover = ({ candidateId, stageChangedAtUtc }: Application): Promise<string | undefined> =>
  findActor({ candidateId, properties: ['applies', 'statusId'], atUtc: stageChangedAtUtc });
