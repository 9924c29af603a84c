export { TargetError } from './database/database.ts';
export { ENTITIES, type Entity, TABLES } from './entities.ts';
export type { Listener, MirrorEvent, Phase } from './events.ts';
export { Mirror, type MirrorMode, type MirrorOptions } from './mirror.ts';
export { type MirrorStatus, statusOf } from './status.ts';
export { UnreadableContentsError } from './unreadable-contents.ts';
export type { Difference, VerifyReport } from './verify.ts';
