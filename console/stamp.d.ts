export const CONSOLE: string;
export const DIST: string;
export function hasSources(): boolean;
export function sourceStamp(): string;
export function builtStamp(): string | undefined;
