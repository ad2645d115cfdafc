import type { EndCause } from '#functions/data/items/grant-item.ts';
import type { FindingKey } from '#shared/rules/findings.ts';
import type { LineEnd } from '#shared/rules/line-ends.ts';
import type { NightReason } from '#shared/rules/nightly/night-reasons.ts';

/** What a sentence may name: the workspace and the triggers or access keys as they are quoted, and a day. */
export type Named = { workspace: string; names: string; count: number; day: string };

/** `next` ends with what to do on the page. */
type Row = { subject: string; what: (named: Named) => string; next: (page: string) => string };

/** `grantEnded`, `nightlyFailed` and `numberLost` have further words of their own below. */
export type FindingTexts = {
  rows: Readonly<Record<FindingKey, Row>>;
  several: (count: number) => string;
  /** Why the permission ended, and what enables the skill again where our button does not. */
  ended: Readonly<Record<EndCause, string>>;
  enableSkill: (page: string) => string;
  skillPage: (address: string) => string;
  nights: Readonly<Record<NightReason, string>>;
  lost: Readonly<Record<LineEnd, string>>;
  /** The last of a list that is cut. */
  more: (count: number) => string;
};
