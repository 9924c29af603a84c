// What an operator reads about a store that is not the one of the installation, at a start and while the service runs.

const EITHER_SETTING = 'BLOB_URL or DATA_DIR';

/** Completes "The document store has no installation id: …". */
export function toMissingCause(setting = EITHER_SETTING): string {
  return `its volume is not mounted, or ${setting} names another place`;
}

export function toMissingWayOut(setting = EITHER_SETTING): string {
  return `Mount the volume, or correct ${setting}.`;
}

export function toForeignWayOut(setting = EITHER_SETTING): string {
  return `Mount the volume of this installation, or correct ${setting}.`;
}
