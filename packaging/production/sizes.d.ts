export function directorySize(path: string): number;
