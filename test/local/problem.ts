/** Something that the person at the machine can put right; shown as its one sentence, without a trace. */
export class StartProblem extends Error {
  override name = 'StartProblem';
}
