/** From the root of the repository. */
export const entryOf = (name: string): string => `functions/lambdas/${name}.lambda.ts`;
