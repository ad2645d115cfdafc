export function majorOf(text: string): number | undefined;
export function javaVersion(): number | undefined;
export function javaProblem(version: number | undefined): string | undefined;
