import type { Page } from '@playwright/test';
import type * as z from 'zod/mini';

import type { checkReply } from '#shared/contracts/check.ts';
import type { ExecutionRecord } from '#shared/contracts/history.ts';
import type { Trigger } from '#shared/contracts/triggers.ts';
import { channels } from '#shared/rules/channels.ts';
import { outcomeNames } from '#shared/rules/execution/outcome-names.ts';
import { answers } from '#shared/rules/execution/receipts.ts';
import { stepNames, type StepName } from '#shared/rules/execution/step-names.ts';

type Receipt = NonNullable<Trigger['receipt']>;
type Step = z.output<typeof checkReply>['steps'][number];

const longName = 'Luzes '.repeat(17).trim();
const ago = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();
const inAlexa = { state: 'inAlexa' } as const;
const confirmed = { lastRanAt: ago(9), typicalMs: 2100 };

const receipts: Readonly<Record<string, Partial<Receipt> | undefined>> = {
  [longName]: { ...confirmed, answer: 'ran', ranMs: 2430 },
  'Boa noite': { ...confirmed, answer: 'none', silent: 12 },
  'Bom dia': {},
  Cinema: { ...confirmed, answer: 'none', outcome: 'sent', silent: 1 },
  'Hora do café': { ...confirmed, answer: 'awaited', outcome: 'unknown' },
  Jantar: { ...confirmed, answer: 'none', outcome: 'unknown', silent: 1 },
  Portão: { ...confirmed, answer: 'shared' },
  Varanda: confirmed,
  Visita: undefined,
};

async function pretendList(page: Page, base: Trigger, given: typeof receipts): Promise<void> {
  const json = Object.entries(given).map(([name, receipt], index): Trigger => {
    const { receipt: _, ...plain } = base;
    const trigger = { ...plain, id: index === 0 ? base.id : `${base.id}-${index}`, name, alexa: inAlexa };
    const whole = receipt && { since: ago(900), heard: 0, silent: 0, alexa: inAlexa, ...receipt };
    return { ...trigger, lastExecuted: ago(9), ...(whole && { receipt: whole }) };
  });
  await page.route('**/api/triggers', (route) => route.fulfill({ json }));
}

const aRun = (run: Partial<ExecutionRecord>): ExecutionRecord => ({
  id: 'e1',
  at: ago(9),
  channel: 'click',
  outcome: 'sent',
  ms: 140,
  stages: { read: 4, token: 30, send: 106 },
  ...run,
});

const pretendRuns = (page: Page, items: readonly ExecutionRecord[]) =>
  page.route('**/api/triggers/*/executions*', (route) => route.fulfill({ json: { items } }));

const pretendReply = (page: Page, reply: object) =>
  page.route('**/api/triggers/*/execute', (route) =>
    route.fulfill({ json: { success: true, message: '', outcome: 'sent', executionId: 'e1', ms: 140, ...reply } }),
  );

async function pretendCheck(page: Page, changes: Partial<Record<StepName, Omit<Step, 'step'>>>): Promise<void> {
  const steps = stepNames.map((step) => ({ step, state: 'ok', ...changes[step] }));
  await page.route('**/api/triggers/*/check', (route) => route.fulfill({ json: { steps } }));
}

type State = {
  name: string;
  path: string;
  /** Runs before the page is shown. */
  before: (page: Page, trigger: Trigger) => Promise<unknown>;
  /** Height of the window, where an overlay would otherwise have to scroll. */
  height?: number;
  /** Buttons to press, by their names in all languages. */
  press?: readonly RegExp[];
};

const setUp = /^(Set up confirmation|Configurar a confirmação|Configurar la confirmación)/;
const testNow = /^(Test now|Testar agora|Probar ahora)$/;
const run = /^(Run|Executar|Ejecutar) Luzes/;
const check = /^(Check|Verificar) Luzes/;

const inSteps = (name: string, receipt: Partial<Receipt>, answer?: Partial<ExecutionRecord>): State => ({
  name: `steps-${name}`,
  path: '/triggers',
  height: 1600,
  before: async (page, trigger) => {
    await pretendList(page, trigger, { [longName]: receipt });
    if (!answer) return;
    await pretendRuns(page, [aRun(answer)]);
    await pretendReply(page, {});
  },
  press: answer ? [setUp, testNow] : [setUp],
});

const inToast = (name: string, reply: object, answer?: Partial<ExecutionRecord>): State => ({
  name: `toast-${name}`,
  path: '/triggers',
  before: async (page, trigger) => {
    await pretendList(page, trigger, { [longName]: answer && confirmed });
    await pretendReply(page, reply);
    await pretendRuns(page, [aRun(answer ?? {})]);
  },
  press: [run],
});

const inCheck = (name: string, changes: Parameters<typeof pretendCheck>[1], receipt?: Partial<Receipt>): State => ({
  name: `check-${name}`,
  path: '/triggers',
  height: 1600,
  before: async (page, trigger) => {
    await pretendList(page, trigger, { [longName]: receipt });
    await pretendCheck(page, changes);
  },
  press: [check],
});

const failedAs = (errorKey: string) => ({ state: 'failed', errorKey }) as const;
const unknown = { state: 'unknown' } as const;
const day = (index: number): string => ago((13 - index) * 1440).slice(0, 10);

/** Everything that the app shows about confirmed runs. No single workspace can have all these states at once. */
export const receiptStates: readonly State[] = [
  { name: 'list', path: '/triggers', before: (page, trigger) => pretendList(page, trigger, receipts) },
  {
    name: 'history',
    path: '/triggers?runs=first',
    height: 5000,
    before: async (page, trigger) => {
      await pretendList(page, trigger, { [longName]: { ...confirmed, answer: 'none', silent: 2 } });
      await pretendRuns(page, [
        ...answers.map((answer) => aRun({ id: answer, answer, ...(answer === 'ran' && { ranMs: 93_400 }) })),
        ...outcomeNames.map((outcome, index) =>
          aRun({
            id: outcome,
            outcome,
            channel: channels[index % channels.length] ?? 'click',
            who: longName,
            ...(outcome === 'tooMany' && { times: 12 }),
            ...(outcome === 'missed' && { dueAt: ago(90) }),
          }),
        ),
      ]);
    },
  },
  {
    name: 'activity',
    path: '/dashboard',
    before: (page) =>
      page.route('**/api/executions/daily', (route) =>
        route.fulfill({
          json: Array.from({ length: 14 }, (_, index) => ({
            day: day(index),
            sent: index * 5,
            ran: index * 2,
            awaited: index === 13 ? 2 : 0,
            unanswered: index % 3,
            shared: index % 2,
            maybe: index % 4,
            failed: index % 3,
          })),
        }),
      ),
  },
  inSteps('waiting', { alexa: { state: 'waiting' } }),
  inSteps('failed', { alexa: { state: 'failed', reason: 'alexa.deviceLeftOut' } }),
  inSteps('skillOff', { alexa: { state: 'skillOff' } }),
  ...answers.map((answer) => inSteps(answer, {}, { answer, ...(answer === 'ran' && { ranMs: 2430 }) })),
  inToast('ran', {}, { answer: 'ran', ranMs: 2430 }),
  inToast('none', {}, { answer: 'none' }),
  inToast('sent', {}),
  inToast('disabled', { success: false, outcome: 'disabled', errorKey: 'trigger.disabled' }),
  inToast('unknown', { success: false, outcome: 'unknown', errorKey: 'alexa.unknownOutcome' }),
  {
    name: 'toast-cut',
    path: '/triggers',
    before: async (page, trigger) => {
      await pretendList(page, trigger, { [longName]: undefined });
      await page.route('**/api/triggers/*/execute', (route) => route.abort());
    },
    press: [run],
  },
  inCheck('well', { event: { state: 'ok', ms: 1240 }, routine: unknown }),
  inCheck(
    'broken',
    {
      workspace: failedAs('workspace.inactive'),
      plan: failedAs('workspace.planRequired'),
      account: failedAs('amazon.notLinked'),
      switchedOn: failedAs('trigger.disabled'),
      conditions: failedAs('trigger.notNow'),
      rate: failedAs('trigger.loop'),
      permission: failedAs('amazon.reinstallSkill'),
      token: { ...failedAs('alexa.unavailable'), ms: 3000 },
      device: { ...failedAs('alexa.deviceLeftOut'), device: `${longName} ok` },
      event: failedAs('alexa.throttled'),
      routine: { state: 'failed' },
    },
    { ...confirmed, answer: 'none', silent: 2 },
  ),
  inCheck('waiting', { device: { state: 'waiting' }, routine: { state: 'waiting' } }, confirmed),
];
