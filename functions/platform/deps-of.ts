/** Type of the first argument of a function. */
export type DepsOf<Verb extends (deps: never, ...rest: never[]) => unknown> = Parameters<Verb>[0];
