import {
  connectsPerHour,
  type EnablingFlow,
  type Connecting,
  type ConnectingStep,
  type SkillFacts,
} from '#functions/data/alexa/connecting-store.ts';
import type { RefusedFor } from '#functions/data/alexa/enabling-refused-store.ts';
import type { AccessItem } from '#functions/data/items/grant-item.ts';
import type { WorkspaceItem } from '#functions/data/workspaces/workspace-store.ts';
import { createAlexaEnablement } from '#functions/providers/alexa-enablement.ts';
import type { Http } from '#functions/providers/http.ts';
import type { ConnectingProblem } from '#shared/rules/connecting-problems.ts';
import { neededAccounts, probeEveryMs } from '#shared/rules/skill-state.ts';

export const skillId = 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca';

type Linked = Pick<WorkspaceItem, 'userId' | 'name' | 'status' | 'link'>;

/** The stores and clients of the flow that enables the skill, in memory. Switched on by `isOn`. */
export function anEnablingFlow(now: () => Date, http: Http, workspaces: Map<number, Linked>) {
  const items = new Map<number, Connecting>();
  const counts = new Map<string, number>();
  const access: { found: AccessItem | undefined; checked: AccessItem | undefined; checks: number } = {
    found: undefined,
    /** The token that the next check returns. */
    checked: undefined,
    checks: 0,
  };
  const refused: (AccessItem | 'link')[] = [];
  const stage: { at: string | undefined; accounts: Set<string> } = { at: undefined, accounts: new Set() };
  const sealed: string[] = [];
  const change = async ({ workspaceId, chainId }: EnablingFlow, fields: Partial<Connecting>) => {
    const found = items.get(workspaceId);
    if (found?.chainId !== chainId) return 'replaced' as const;
    items.set(workspaceId, { ...found, ...fields });
    return 'done' as const;
  };
  const changeLink = ({ workspaceId, link: number }: EnablingFlow, off: object) => {
    const found = workspaces.get(workspaceId);
    if (found?.link?.number !== number) return;
    const { skillOff: _, ...link } = found.link;
    workspaces.set(workspaceId, { ...found, link: { ...link, ...off } });
  };
  const deps = {
    enablement: createAlexaEnablement({ http, urls: { NA: 'https://alexa.test' }, skillId, stage: 'live' }),
    seal: {
      seal: async (plain: string, owner: string) => {
        sealed.push(owner);
        return `sealed ${owner} ${Buffer.from(plain).toString('base64')}`;
      },
      open: async (text: string, owner: string) => {
        const [, of, plain = ''] = text.split(' ');
        if (of !== owner) throw new Error('sealed for another owner');
        return Buffer.from(plain, 'base64').toString();
      },
    },
    connecting: {
      find: async (workspaceId: number) => items.get(workspaceId),
      count: async (userId: string) => {
        const hour = `${userId} ${Math.floor(now().getTime() / 3_600_000)}`;
        const count = (counts.get(hour) ?? 0) + 1;
        if (count > connectsPerHour) return 'tooMany' as const;
        counts.set(hour, count);
        return 'counted' as const;
      },
      begin: async (chain: EnablingFlow, known: Pick<Connecting, 'problem'> = {}) => {
        const step = { type: 'connecting', step: 'allow', since: now().toISOString(), expiresAt: 0 } as const;
        items.set(chain.workspaceId, { ...chain, ...step, ...known });
        return 'begun' as const;
      },
      advance: async (chain: EnablingFlow, step: ConnectingStep, seen: SkillFacts = {}) =>
        change(chain, { step, since: now().toISOString(), ...seen }),
      noteEnabled: async (chain: EnablingFlow, seen: { wasEnabled?: true }) =>
        change(chain, { isEnabled: true, ...seen }),
      noteOff: async (chain: EnablingFlow, as: 'asked' | 'disabled') => {
        const at = now().toISOString();
        changeLink(chain, { skillOff: { at, ...(as === 'disabled' && { isSure: true as const }) } });
        return at;
      },
      withdrawOff: async (chain: EnablingFlow, askedAt: string) => {
        const off = workspaces.get(chain.workspaceId)?.link?.skillOff;
        if (off?.at === askedAt && !off.isSure) changeLink(chain, {});
      },
      clearOff: async (chain: EnablingFlow) => changeLink(chain, {}),
      fail: async (chain: EnablingFlow, problem: ConnectingProblem) => change(chain, { problem }),
      refuse: async (chain: EnablingFlow, found: AccessItem | undefined) => {
        refused.push(found ?? 'link');
        return change(chain, { problem: 'amazon.enablementRefused' });
      },
      end: async ({ workspaceId, chainId }: EnablingFlow) => {
        if (items.get(workspaceId)?.chainId === chainId) items.delete(workspaceId);
      },
    },
    enablingRefused: {
      state: async () => ({ isStopped: stage.at !== undefined }),
      isStopped: async () => stage.at !== undefined,
      mayAsk: async () => {
        if (stage.at !== undefined && now().getTime() - Date.parse(stage.at) < probeEveryMs) return false;
        if (stage.at !== undefined) stage.at = now().toISOString();
        return true;
      },
      note: async (kind: RefusedFor, account: string) => {
        if (kind === 'account' && stage.accounts.has(account)) return 'known' as const;
        if (kind === 'account' && stage.accounts.add(account).size < neededAccounts) return 'counted' as const;
        stage.at = now().toISOString();
        return 'stopped' as const;
      },
      succeeded: async () => {
        stage.accounts.clear();
        stage.at = undefined;
      },
    },
    findAccess: async () => access.found,
    checkAccess: async () => {
      access.checks += 1;
      return access.checked;
    },
  };
  return { isOn: false, comparesAccounts: false, items, access, refused, stage, sealed, deps };
}
