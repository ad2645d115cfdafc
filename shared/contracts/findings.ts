import * as z from 'zod/mini';

import { findingKeys, findingRepairs, findingStates, severities } from '../rules/findings.ts';
import { nightlyFailures } from '../rules/nightly/night-reasons.ts';
import { contract } from './endpoint.ts';
import { idText, opaqueId, time } from './fields.ts';

const finding = z.object({
  key: z.enum(findingKeys),
  severity: z.enum(severities),
  since: time,
});

const state = z.enum(findingStates);

const findings = z.object({
  state,
  /** A routine answered in the last 48 hours, nothing is broken, and no suspected fault is waiting to be confirmed. */
  works: z.optional(z.literal(true)),
  /** The last confirmation by any routine. `ms` is absent if one receipt confirmed several runs. */
  lastAnswer: z.optional(z.object({ at: time, ms: z.optional(z.number()), triggerName: z.string() })),
  findings: z.array(
    z.extend(finding, {
      mend: z.enum(findingRepairs),
      /** The affected trigger or access key. */
      subject: z.optional(z.object({ id: opaqueId, name: z.string() })),
      /** When it will stop working, for findings about the future. */
      endsAt: z.optional(time),
      /** Only for the nightly check: how the last night failed. */
      why: z.optional(z.enum(nightlyFailures)),
    }),
  ),
  /** The trigger that fires when a finding is reported. */
  alertTriggerId: z.optional(opaqueId),
});

export type Findings = z.output<typeof findings>;

export const machineFindings = z.object({ state, findings: z.array(finding) });

const byId = z.object({ id: idText });
const owned = { 'params.id': 'workspace' } as const;

export const findingsContract = contract({
  readFindings: {
    method: 'GET',
    path: '/api/workspaces/{id}/findings',
    access: 'session',
    params: byId,
    reply: findings,
    owned,
    summary: 'Current and expected problems of a workspace, with their fixes',
  },
  changeFindings: {
    method: 'PATCH',
    path: '/api/workspaces/{id}/findings',
    access: 'session',
    params: byId,
    body: z.object({ alertTriggerId: z.nullable(opaqueId) }),
    reply: z.object({ alertTriggerId: z.optional(opaqueId) }),
    owned: { ...owned, 'body.alertTriggerId': 'trigger' },
    summary: 'Choose the trigger that runs when a problem is reported, or none',
  },
  pollFindings: {
    method: 'GET',
    path: '/prod/findings/{workspaceId}',
    access: 'key',
    params: z.object({ workspaceId: z.string() }),
    query: z.object({ token: z.optional(z.string()) }),
    reply: 'raw',
    answers: { 200: machineFindings },
    summary: 'Current and expected problems of a workspace, for monitors that poll',
  },
});
