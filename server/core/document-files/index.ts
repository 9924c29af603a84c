export type { FaultReason } from './check-file.ts';
export { copyFiles, type MoveReport, removeSurplus } from './move.ts';
export { TABLES_WITH_FILES } from './rows.ts';
export { type SampleReport, sampleFiles } from './sample.ts';
export { type Faults, type FileFault, verifyFiles } from './verify.ts';
