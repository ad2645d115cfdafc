export function majorOf(text: string): number | undefined;
export function javaVersion(): number | undefined;
export function javaProblem(version: number | undefined): string | undefined;
export function canGuard(version: number | undefined): boolean;
export function javaWarning(version: number | undefined): string | undefined;
