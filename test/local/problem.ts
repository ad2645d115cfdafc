/** A problem that the developer can solve; shown without a stack trace. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
