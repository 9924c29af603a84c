export const IMPORT_CHANNEL = 51;
