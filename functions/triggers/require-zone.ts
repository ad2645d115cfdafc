import { Refusal } from '#shared/refusals.ts';
import type { Conditions } from '#shared/rules/conditions/conditions.ts';

/** Throws `plannedRun.zoneMissing` if the conditions have hours and the workspace lacks a time zone. */
export function requireZone(conditions: Conditions | undefined, { timeZone }: { timeZone?: string | undefined }): void {
  if (conditions?.hours && timeZone === undefined) throw new Refusal('plannedRun.zoneMissing');
}
