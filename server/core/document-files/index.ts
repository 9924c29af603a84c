export {
  type FaultReason,
  type Faults,
  type FileFault,
  isRefusedFile,
  MAXIMUM_FAULTS,
  mergeFaults,
} from './faults.ts';
export { copyFiles, type MoveReport, removeSurplus } from './move.ts';
export {
  BLOB_COLUMNS,
  findRows,
  isTableWithFiles,
  namingColumns,
  TABLES_WITH_FILES,
  type TableWithFiles,
} from './rows.ts';
export { sampleFiles } from './sample.ts';
export { verifyFiles } from './verify.ts';
