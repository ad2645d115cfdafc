/** For the operator, in the alarm's mail and in `docs/alarms.md`. `<stage>` is a placeholder for the stage's name. */
export type AlarmGuide = {
  /** The effect on users. */
  impact: string;
  look: string;
  fix: string;
  /** Default: after five minutes without a failure. */
  ends?: string;
};

/** CloudWatch accepts 1,024 characters. */
export const alarmText = ({ impact, look, fix, ends }: AlarmGuide, stage: string): string =>
  [impact, `Look: ${look}`, `Fix: ${fix}`, `Ends: ${ends ?? 'Automatically.'}`]
    .join('\n\n')
    .replaceAll('<stage>', stage);
