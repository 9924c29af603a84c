export { TargetError } from './database.ts';
export { ENTITIES, type Entity, TABLES } from './entities.ts';
export type { Listener, MirrorEvent, Phase } from './events.ts';
export { Mirror, type MirrorMode, type MirrorOptions, type MirrorStatus, statusOf } from './mirror.ts';
export type { Difference, VerifyReport } from './verify.ts';
