/** What a function takes as its first argument. */
export type DepsOf<Verb extends (deps: never, ...rest: never[]) => unknown> = Parameters<Verb>[0];
