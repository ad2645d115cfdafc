/** Returns the path of a function's entry file from the root of the repository. */
export const entryOf = (name: string): string => `functions/lambdas/${name}.lambda.ts`;
