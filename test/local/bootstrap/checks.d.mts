type Environment = Readonly<Record<string, string | undefined>>;

export function needsInstall(lockText: string | undefined, installedText: string | undefined): boolean;
export function needsJava(script: string | undefined, rest: readonly string[], environment: Environment): boolean;
export function nodeProblem(hasPackagedNode: boolean, version: string, platform: string): string | undefined;
export function installProblem(status: number | null): string;
export function wantsHooks(environment: Environment, isCheckout: boolean): boolean;
export function endsWithStarter(script: string | undefined): boolean;
export function isBuiltProduct(script: string | undefined, rest: readonly string[]): boolean;
export const smallNode: { flags: string[]; env: Environment };
