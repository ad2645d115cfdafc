import type { EndCause } from '#functions/data/items/grant-item.ts';
import type { FindingKey } from '#shared/rules/findings.ts';
import type { LineEnd } from '#shared/rules/line-ends.ts';
import type { NightReason } from '#shared/rules/nightly/night-reasons.ts';

/** Values for a sentence: the quoted names of the workspace and its triggers or access keys, and a day. */
export type Named = { workspace: string; names: string; count: number; day: string };

/** `next` ends with the action on the page. */
type Row = { subject: string; what: (named: Named) => string; next: (page: string) => string };

/** More texts for `grantEnded`, `nightlyFailed` and `numberLost` are below. */
export type FindingTexts = {
  rows: Readonly<Record<FindingKey, Row>>;
  several: (count: number) => string;
  /** Why the permission ended, and how to enable the skill if our button cannot. */
  ended: Readonly<Record<EndCause, string>>;
  enableSkill: (page: string) => string;
  skillPage: (address: string) => string;
  nights: Readonly<Record<NightReason, string>>;
  lost: Readonly<Record<LineEnd, string>>;
  /** The last entry of a shortened list. */
  more: (count: number) => string;
};
