/** A problem that the person at the machine can solve; shown without a trace. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
