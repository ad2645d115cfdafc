import { readFileSync } from 'node:fs';

import { readJsonc } from '#infra/read-jsonc.ts';

export type Settings = Readonly<Record<string, unknown>>;

/** Contains every setting, which `infra/example.test.ts` checks. */
const path = new URL('../../infra/stages/example.jsonc', import.meta.url);
const all: Settings = Object(readJsonc(readFileSync(path, 'utf8')));

/** Settings that require other settings. */
const needs: Readonly<Record<string, readonly string[]>> = {
  skillPage: ['skillId'],
  skillEnablement: ['skillId'],
  skillInEurope: ['skillId', 'domain'],
};

const { shards, ...gateways } = Object(all['whatsapp']);

/** Alternatives to the example's values that change which resources exist. */
const others: Readonly<Record<string, Settings>> = {
  alarms: { alarms: false },
  monthlyBudgetUsd: { monthlyBudgetUsd: false },
  firewall: { firewall: false },
  rollout: { rollout: 'atOnce' },
  domain: { domain: { ...Object(all['domain']), certificateArn: undefined } },
  whatsapp: { whatsapp: { shards: [{ id: 'other', url: 'https://gateway.recado.example.com' }] } },
  gateways: { whatsapp: { ...gateways, shards: [...shards, { id: 'second', task: {} }] } },
};

const pick = (names: readonly string[]): Settings =>
  Object.fromEntries(names.flatMap((name) => [...(needs[name] ?? []), name]).map((name) => [name, all[name]]));

const without = (name: string): Settings =>
  Object.fromEntries(Object.entries(all).filter(([other]) => other !== name && !(needs[other] ?? []).includes(name)));

/** Each setting alone, each setting omitted, and the alternative values. */
export const stages: Readonly<Record<string, Settings>> = {
  nothing: {},
  everything: all,
  'another host': { domain: { ...Object(all['domain']), name: 'app.example.com', certificateArn: undefined } },
  ...Object.fromEntries(Object.keys(all).map((name) => [`only ${name}`, pick([name])])),
  ...Object.fromEntries(Object.keys(all).map((name) => [`all but ${name}`, without(name)])),
  ...Object.fromEntries(Object.entries(others).map(([name, value]) => [`only other ${name}`, value])),
  ...Object.fromEntries(Object.entries(others).map(([name, value]) => [`other ${name}`, { ...all, ...value }])),
};
