import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { Trigger } from '#shared/contracts/triggers.ts';
import { outcomes } from '#shared/rules/execution/outcomes.ts';
import { stepNames, type StepName } from '#shared/rules/execution/step-names.ts';
import { takePlanOrigin } from '#web/features/billing/plan-origin.ts';
import { closeSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { aLinkedGroup } from '#web/testing/a-number.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { chooseFor, moreButton } from '#web/testing/choose-for.ts';
import { anAccount, anasServer, aTrigger, home } from '#web/testing/people.ts';
import { showPage } from '#web/testing/show-page.tsx';
import { BlockingOverlay } from '#web/ui/states/blocking-overlay.tsx';

import { TriggersPage } from '../triggers-page.tsx';

type Where = { at?: string; language?: 'pt' | 'en' | 'es' };
const show = ({ at = '/triggers', language = 'en' }: Where = {}) => showPage(TriggersPage, { at, language });

const list = 'GET /api/triggers';
const call = 'POST /api/triggers/good-night/check';
const change = 'PATCH /api/triggers/good-night';

type Told = { state: string; errorKey?: string; ms?: number; device?: string };
/** All steps succeed unless given otherwise. `event` exists only if given. */
const found = (changes: Partial<Record<StepName, Told>> = {}) => ({
  json: {
    steps: stepNames
      .filter((step) => step !== 'event' || changes.event)
      .map((step) => ({ step, state: step === 'routine' ? 'unknown' : 'ok', ...changes[step] })),
  },
});

const goodNight = (changes: Partial<Trigger> = {}) =>
  aTrigger({ name: 'Good night', alexa: { state: 'inAlexa' }, ...changes });
const confirming = { since: '2026-03-04T10:00:00.000Z', heard: 0, silent: 0 };
const aServerWith = (reply: ReturnType<typeof found>, more: Parameters<typeof aServer>[0] = {}) =>
  aServer({ ...anasServer(), [list]: { json: [goodNight()] }, [call]: reply, ...more });

/** The page as in the app, where requests can block pointer and keys. */
const PageWithOverlay = () => (
  <>
    <TriggersPage />
    <BlockingOverlay />
  </>
);

/** A condition refuses clicks, which only a check of a click shows. */
const refusingClicks = ({ body }: { body?: unknown }) => {
  const asked = JSON.stringify(body);
  const fires = asked.includes('"fire":true');
  return found({
    ...((fires || asked.includes('"by":"click"')) && {
      conditions: { state: 'failed', errorKey: 'trigger.notHere' },
    }),
    ...(fires && { event: { state: 'unknown' } }),
  });
};

async function opened(where: Where = {}) {
  const user = await show(where);
  await chooseFor(user, 'Good night', /^(Check|Verificar)$/);
  return { user, dialog: await screen.findByRole('dialog', { name: /^(Check|Verificar) “Good night”$/ }) };
}
const stepIn = async (dialog: HTMLElement, name: RegExp) => {
  const heading = await within(dialog).findByRole('heading', { level: 3, name });
  const item = heading.closest('li');
  if (!item) throw new Error('A step is an item of the list.');
  return item;
};

afterEach(() => {
  closeSkillDialog();
  vi.useRealTimers();
});

test('checks at once without firing, and shows the state and time of each step', async () => {
  const server = aServerWith(found({ token: { state: 'ok', ms: 1_204 } }));
  const { dialog } = await opened();
  expect(await within(dialog).findByText('No problems found.')).toBeVisible();
  expect(
    within(dialog)
      .getAllByRole('heading', { level: 3 })
      .map(({ textContent }) => textContent),
  ).toEqual([
    'Workspace active: OK',
    'Included in the plan: OK',
    'Amazon account linked: OK',
    'Trigger switched on: OK',
    'Conditions met: OK',
    'Within the run limit: OK',
    'Permission from Alexa: OK',
    'Access token available: OK',
    'Device known to Alexa: OK',
    'Routine confirmed: unknown',
  ]);
  expect(await stepIn(dialog, /token/)).toHaveTextContent('1,204 ms');
  for (const sent of server.sent(call)) expect(sent).toMatchObject({ body: { fire: false }, workspace: '4711' });
});

test.each([
  ['pt', 'Nenhum problema encontrado.', 'Só dá para saber quando a rotina confirmar'],
  ['es', 'No se encontró ningún problema.', 'Solo se sabrá cuando la rutina confirme'],
] as const)('shows the check in %s', async (language, good, nobody) => {
  aServerWith(found());
  const { dialog } = await opened({ language });
  expect(await within(dialog).findByText(good)).toBeVisible();
  expect(dialog).toHaveTextContent(nobody);
});

describe('failed step with its button', () => {
  test.each<[StepName, string, RegExp, string, string | undefined]>([
    ['workspace', 'workspace.inactive', /Workspace/, 'Open workspaces', '/workspaces'],
    ['account', 'amazon.notLinked', /account/, 'Open Amazon account', '/amazon-auth'],
  ])('links the page that fixes the step %s', async (step, errorKey, heading, words, page) => {
    aServerWith(found({ [step]: { state: 'failed', errorKey } }));
    const { user, dialog } = await opened();
    expect(await within(dialog).findByText('1 problem found.')).toBeVisible();
    await user.click(within(await stepIn(dialog, heading)).getByRole('link', { name: words }));
    expect(window.location.pathname).toBe(page);
  });

  test('shows a plan without group commands as a warning that blocks nothing else, and links the plans', async () => {
    aServerWith(found({ plan: { state: 'failed', errorKey: 'workspace.planRequired' } }));
    const { user, dialog } = await opened();
    expect(await within(dialog).findByText('1 step needs attention.')).toBeVisible();
    const step = await stepIn(dialog, /plan: needs attention/);
    expect(step).toHaveTextContent('Only commands from a WhatsApp group need an active plan or trial.');
    await user.click(within(step).getByRole('link', { name: 'View plans' }));
    expect(window.location.pathname).toBe('/subscription');
    expect(takePlanOrigin()).toEqual({ path: '/triggers?check=good-night', workspaceId: home.id });
  });

  test('enables a disabled trigger and checks again', async () => {
    const off = goodNight({ enabled: false });
    const server = aServerWith(found({ switchedOn: { state: 'failed', errorKey: 'trigger.disabled' } }), {
      [list]: { json: [off] },
      [change]: { json: goodNight() },
    });
    const { user, dialog } = await opened();
    const step = await stepIn(dialog, /switched on/);
    expect(step).toHaveTextContent('This trigger is switched off');
    server.answer(list, { json: [goodNight()] });
    server.answer(call, found());
    await user.click(within(step).getByRole('button', { name: 'Switch on' }));
    expect(await within(dialog).findByText('No problems found.')).toBeVisible();
    expect(server.sent(change)).toMatchObject([{ body: { enabled: true } }]);
  });

  test('offers to reconnect an ended permission, even if the page did not know about it', async () => {
    const server = aServerWith(
      found({ permission: { state: 'failed', errorKey: 'amazon.grantRevoked' }, token: { state: 'unknown' } }),
    );
    const user = await show();
    await moreButton('Good night');
    server.answer('GET /api/amazon-auth', { json: anAccount('revoked', { mend: 'reconnect' }) });
    await chooseFor(user, 'Good night', 'Check');
    const dialog = await screen.findByRole('dialog', { name: /Check/ });
    const step = await stepIn(dialog, /Permission/);
    expect(await within(step).findByRole('link', { name: 'Reconnect account' })).toBeVisible();
    expect(await stepIn(dialog, /token/)).toHaveTextContent('Known once the step above is OK.');
  });

  test.each(['amazon.reinstallSkill', 'amazon.enableSkill', 'amazon.skillNotEnabled'])(
    'shows how to disable and enable a skill that seems active but is rejected as %s',
    async (errorKey) => {
      const event = { state: 'unknown', errorKey };
      aServerWith(found({ permission: { state: 'failed', errorKey }, event }));
      const { dialog } = await opened();
      const step = await stepIn(dialog, /Permission/);
      expect(await within(step).findByRole('button', { name: 'Show how' })).toBeVisible();
      const sent = await stepIn(dialog, /^Alexa accepted the message: refused$/);
      expect(sent).toHaveTextContent('Alexa refused the message. The red step above says why.');
      expect(sent).not.toHaveTextContent('Not run');
    },
  );

  test('reports an unknown device again, and offers to rename one whose name Alexa rejects', async () => {
    const server = aServerWith(found({ device: { state: 'failed', errorKey: 'alexa.rejected' } }), {
      'POST /api/triggers/good-night/resync': { json: goodNight() },
    });
    const { user, dialog } = await opened();
    await user.click(within(await stepIn(dialog, /Device/)).getByRole('button', { name: 'Send to Alexa again' }));
    await waitFor(() => expect(server.sent('POST /api/triggers/good-night/resync')).toHaveLength(1));
    server.answer(call, found({ device: { state: 'failed', errorKey: 'alexa.deviceLeftOut' } }));
    await user.click(within(dialog).getByRole('button', { name: 'Check again' }));
    await user.click(await within(dialog).findByRole('button', { name: 'Rename' }));
    expect(await screen.findByRole('dialog', { name: 'Rename trigger' })).toBeVisible();
  });

  test.each(['trigger.notNow', 'trigger.coolingDown'])('opens the conditions that refuse as %s', async (errorKey) => {
    aServerWith(found({ conditions: { state: 'failed', errorKey } }));
    const { user, dialog } = await opened();
    await user.click(within(await stepIn(dialog, /Conditions/)).getByRole('button', { name: 'Change conditions' }));
    expect(await screen.findByRole('dialog', { name: /^Conditions/ })).toBeVisible();
  });

  test.each<[StepName, string]>([
    ['token', 'alexa.unavailable'],
    ['event', 'alexa.throttled'],
    ['event', 'alexa.rejected'],
    ['event', 'alexa.unknownOutcome'],
  ])('links the service status for the step %s with %s', async (step, errorKey) => {
    aServerWith(found({ [step]: { state: 'failed', errorKey } }));
    const { user, dialog } = await opened();
    await user.click(within(await stepIn(dialog, /: problem$/)).getByRole('link', { name: 'Service status' }));
    expect(window.location.pathname).toBe('/status');
  });

  test.each([
    ['en', 'trigger.loop', 'delete that action. Voice works again within ten minutes.'],
    ['en', 'trigger.tooMany', 'It can run again in the next minute.'],
    ['en', 'workspace.tooMany', 'They can run again in the next minute.'],
    ['pt', 'trigger.tooMany', 'Pode ser executado de novo no próximo minuto.'],
    ['es', 'trigger.tooMany', 'Puede ejecutarse de nuevo en el próximo minuto.'],
  ] as const)('shows in %s how long to wait for the limit %s, and updates when it ends', async (...given) => {
    const [language, errorKey, words] = given;
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const server = aServerWith(found({ rate: { state: 'failed', errorKey } }));
    const { dialog } = await opened({ language });
    const item = (await within(dialog).findByText(new RegExp(words))).closest('li');
    expect(item).not.toHaveTextContent('green');
    server.answer(call, found());
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    await waitFor(() => expect(dialog).not.toHaveTextContent(words));
    expect(within(dialog).getAllByRole('listitem')).toHaveLength(10);
  });

  test('links the account for a failed permission while the account cannot be read', async () => {
    aServerWith(found({ permission: { state: 'failed', errorKey: 'amazon.grantRevoked' } }), {
      'GET /api/amazon-auth': errorReply(503, 'server.busy'),
    });
    const { user, dialog } = await opened();
    await user.click(within(await stepIn(dialog, /Permission/)).getByRole('link', { name: 'Open Amazon account' }));
    expect(window.location.pathname).toBe('/amazon-auth');
  });

  test('has a button or a waiting time for every failure of a check', async () => {
    const failures = Object.values(outcomes).flatMap(({ refusal }) => refusal ?? []);
    const steps: Partial<Record<StepName, string[]>> = {
      workspace: ['workspace.inactive'],
      plan: ['workspace.planRequired'],
      account: ['amazon.notLinked'],
      switchedOn: ['trigger.disabled'],
      conditions: ['trigger.coolingDown', 'trigger.notNow', 'trigger.notHere', 'trigger.notYou'],
      rate: ['trigger.loop', 'trigger.tooMany', 'workspace.tooMany', 'trigger.missed'],
      permission: ['amazon.skillNotEnabled', 'amazon.grantRevoked', 'amazon.reinstallSkill'],
      event: ['alexa.throttled', 'alexa.unavailable', 'alexa.rejected', 'alexa.unknownOutcome'],
    };
    expect(Object.values(steps).flat().toSorted()).toEqual([...new Set(failures)].toSorted());
    steps.token = ['alexa.throttled', 'alexa.unavailable', 'alexa.rejected', 'alexa.unknownOutcome'];
    steps.device = ['alexa.deviceLeftOut', 'alexa.rejected', 'server.busy'];
    const server = aServerWith(found());
    const { user, dialog } = await opened();
    for (const step of stepNames) {
      for (const errorKey of steps[step] ?? []) {
        const before = server.sent(call).length;
        server.answer(call, found({ [step]: { state: 'failed', errorKey } }));
        await user.click(within(dialog).getByRole('button', { name: 'Check again' }));
        await waitFor(() => expect(server.sent(call).length).toBeGreaterThan(before));
        const item = await stepIn(dialog, /: (problem|needs attention)$/);
        const buttons = [...within(item).queryAllByRole('button'), ...within(item).queryAllByRole('link')];
        const waits = /again (within|in|on)/.test(item.textContent ?? '');
        expect([step, errorKey, buttons.length > 0 || waits]).toEqual([step, errorKey, true]);
      }
    }
  });
});

describe('failed step that does not block', () => {
  test.each([
    ['en', /Routine confirmed: no answer$/, '1 step needs attention.'],
    ['pt', /A rotina confirmou: sem resposta$/, '1 etapa precisa de atenção.'],
    ['es', /La rutina confirmó: sin respuesta$/, '1 paso necesita atención.'],
  ] as const)('shows an unconfirmed routine in %s as a warning', async (language, name, words) => {
    aServerWith(found({ routine: { state: 'failed' } }), { [list]: { json: [goodNight({ receipt: confirming })] } });
    const { dialog } = await opened({ language });
    expect(await stepIn(dialog, name)).toBeVisible();
    expect(await within(dialog).findByText(words)).toBeVisible();
  });

  test.each([
    [{ state: 'failed' }, 'We could not send “Good night ok”, the device that confirms, to Alexa.'],
    [{ state: 'waiting' }, 'Sending “Good night ok”, the device that confirms, to Alexa.'],
    [{ state: 'failed', errorKey: 'alexa.deviceLeftOut' }, 'Alexa does not accept the name “Good night ok”'],
    [{ state: 'failed', errorKey: 'alexa.rejected' }, '“Good night ok”, the device that confirms, to Alexa. Alexa'],
  ])('names the confirmation device in the state %o', async (told, words) => {
    aServerWith(found({ device: { ...told, device: 'Good night ok' } }));
    const { dialog } = await opened();
    const step = await stepIn(dialog, /^Device known to Alexa: (needs attention|waiting)$/);
    expect(step).toHaveTextContent(words);
    expect(step).not.toHaveTextContent('this trigger');
  });

  test('counts only the blocking steps when there are any', async () => {
    const off = { state: 'failed', errorKey: 'trigger.disabled' };
    aServerWith(found({ switchedOn: off, device: { state: 'failed' }, routine: { state: 'failed' } }));
    const { dialog } = await opened();
    expect(await within(dialog).findByText('1 problem found.')).toBeVisible();
  });
});

describe('unknown step', () => {
  test('shows a shared answer as unknown instead of successful', async () => {
    aServerWith(found(), { [list]: { json: [goodNight({ receipt: { ...confirming, answer: 'shared' } })] } });
    const { dialog } = await opened();
    const step = await stepIn(dialog, /^Routine confirmed: unknown$/);
    expect(step).toHaveTextContent('several runs were open, so we cannot tell whether the last one ran');
  });

  test('enables the confirmation and opens its steps', async () => {
    const server = aServerWith(found(), { [change]: { json: goodNight({ receipt: confirming }) } });
    const { user, dialog } = await opened();
    const step = await stepIn(dialog, /Routine/);
    expect(step).toHaveTextContent('Unknown until the routine confirms its runs.');
    server.answer(list, { json: [goodNight({ receipt: confirming })] });
    await user.click(within(step).getByRole('button', { name: 'Switch on confirmation' }));
    expect(await screen.findByRole('dialog', { name: 'Confirm that “Good night” ran' })).toBeVisible();
    expect(server.sent(change)).toMatchObject([{ body: { receipt: true } }]);
  });

  test.each([
    ['unknown', undefined, 'No run confirmed yet.'],
    ['waiting', undefined, 'We are waiting for the routine to confirm the last run.'],
    ['failed', undefined, 'The routine did not confirm the last run.'],
    ['waiting', 'alexa.unknownOutcome', 'We cannot tell whether Alexa accepted the last message. We are waiting'],
    [
      'failed',
      'alexa.unknownOutcome',
      'We cannot tell whether Alexa accepted the last message, and the routine did not',
    ],
  ])('shows for a confirming routine that is %s (%s): %s', async (state, errorKey, words) => {
    const receipt = { ...confirming, lastRanAt: confirming.since };
    aServerWith(found({ routine: { state, ...(errorKey && { errorKey }) } }), {
      [list]: { json: [goodNight({ receipt })] },
    });
    const { dialog } = await opened();
    const step = await stepIn(dialog, /Routine/);
    expect(step).toHaveTextContent(words);
    expect(within(step).queryAllByRole('button', { name: 'What to check' })).toHaveLength(state === 'failed' ? 1 : 0);
  });
});

describe('check and run', () => {
  const ranBefore = '2026-11-20T12:00:00.000Z';
  test.each([
    ['the first run that Alexa accepted', {}, {}, [], 1],
    ['the first run that its routine confirmed', {}, { routine: { state: 'ok', ms: 2_400 } }, [], 1],
    ['a run whose routine has not answered yet', {}, { routine: { state: 'waiting' } }, [], 0],
    ['a run whose routine did not answer', {}, { routine: { state: 'failed' } }, [], 0],
    ['a run that Alexa refused', {}, { event: { state: 'failed', errorKey: 'alexa.throttled' } }, [], 0],
    ['the first run in a workspace with a group', {}, {}, [aLinkedGroup(7, 'Família')], 0],
    ['a later run', { lastExecuted: ranBefore }, {}, [], 0],
  ] as const)('leads to WhatsApp after %s', async (_, before, result, groups, offers) => {
    const server = aServerWith(found(), {
      [list]: { json: [goodNight(before)] },
      'GET /api/whatsapp-groups': { json: groups },
    });
    const { user, dialog } = await opened();
    await within(dialog).findByText('No problems found.');
    server.answer(list, { json: [goodNight({ lastExecuted: new Date().toISOString() })] });
    server.answer(call, found({ event: { state: 'ok', ms: 240 }, ...result }));
    const fire = within(dialog).getByRole('button', { name: 'Check and run' });
    await user.click(fire);
    await stepIn(dialog, /accepted the message/);
    if (offers > 0) await within(dialog).findByRole('link', { name: 'Add WhatsApp' });
    expect(fire).toHaveFocus();
    const links = within(dialog).queryAllByRole('link', { name: 'Add WhatsApp' });
    expect(links).toHaveLength(offers);
    if (!links[0]) return;
    await user.click(links[0]);
    expect(window.location.pathname).toBe('/whatsapp');
  });

  test('fires once and polls until the routine answers', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const receipt = { ...confirming, lastRanAt: confirming.since };
    const waiting = { routine: { state: 'waiting' } };
    const server = aServerWith(found(), { [list]: { json: [goodNight({ receipt })] } });
    const { user, dialog } = await opened();
    await within(dialog).findByText('No problems found.');
    server.answer(call, ({ body }) =>
      JSON.stringify(body).includes('true') ? found({ ...waiting, event: { state: 'ok', ms: 240 } }) : found(waiting),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    expect(await stepIn(dialog, /accepted the message: OK/)).toHaveTextContent('240 ms');
    expect(await stepIn(dialog, /Routine confirmed: waiting/)).toBeVisible();
    expect(dialog).toHaveTextContent('No problems so far.');
    server.answer(call, found({ routine: { state: 'ok', ms: 2_400 } }));
    const before = server.sent(list).length;
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    expect((await stepIn(dialog, /Routine confirmed: OK/)).textContent).toContain('2.4\u00A0s');
    // Other pages show problems from the list of triggers, so it is refetched at once.
    await waitFor(() => expect(server.sent(list).length).toBeGreaterThan(before));
    expect(await stepIn(dialog, /accepted the message: OK/)).toBeVisible();
    expect(server.sent(call).filter(({ body }) => JSON.stringify(body).includes('true'))).toHaveLength(1);
  });

  test.each([
    ['unknown', 'shared', 'The routine reported back, but several runs were open'],
    ['failed', 'none', 'The routine did not confirm the last run.'],
  ] as const)('reads the list again when its wait ends as %s (%s)', async (state, answer, words) => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const server = aServerWith(found({ routine: { state: 'waiting' } }), {
      [list]: { json: [goodNight({ receipt: confirming })] },
    });
    const { dialog } = await opened();
    expect(await stepIn(dialog, /Routine confirmed: waiting/)).toBeVisible();
    const before = server.sent(list).length;
    server.answer(list, { json: [goodNight({ receipt: { ...confirming, answer } })] });
    server.answer(call, found({ routine: { state } }));
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    await waitFor(() => expect(server.sent(list).length).toBeGreaterThan(before));
    await waitFor(() => expect(dialog).toHaveTextContent(words));
    expect(dialog).not.toHaveTextContent('No run confirmed yet');
  });

  test('polls the routine until the time for its answer is over', async () => {
    vi.useFakeTimers({
      toFake: ['Date', 'setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const server = aServerWith(found({ routine: { state: 'waiting' } }), {
      [list]: { json: [goodNight({ receipt: confirming })] },
    });
    const { dialog } = await opened();
    expect(await stepIn(dialog, /Routine confirmed: waiting/)).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(590_000));
    server.answer(call, found({ routine: { state: 'failed' } }));
    await act(() => vi.advanceTimersByTimeAsync(15_100));
    expect(await stepIn(dialog, /Routine confirmed: no answer/)).toBeVisible();
    const asked = server.sent(call).length;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(server.sent(call)).toHaveLength(asked);
  });

  test('shows that Alexa accepted an unconfirmed run after its routine has confirmed it', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    const errorKey = 'alexa.unknownOutcome';
    const waiting = { routine: { state: 'waiting', errorKey } };
    const server = aServerWith(found(), { [list]: { json: [goodNight({ receipt: confirming })] } });
    const { user, dialog } = await opened();
    await within(dialog).findByText('No problems found.');
    server.answer(call, ({ body }) =>
      JSON.stringify(body).includes('true')
        ? found({ ...waiting, event: { state: 'failed', errorKey, ms: 3_000 } })
        : found(waiting),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    expect(await stepIn(dialog, /accepted the message: problem/)).toBeVisible();
    server.answer(call, found({ routine: { state: 'ok', ms: 2_400 } }));
    await act(() => vi.advanceTimersByTimeAsync(2_100));
    expect(await stepIn(dialog, /accepted the message: OK/)).toHaveTextContent('3,000 ms');
    expect(dialog).toHaveTextContent('No problems found.');
  });

  test('shows that nothing was run while a step blocks it', async () => {
    const red = { switchedOn: { state: 'failed', errorKey: 'trigger.disabled' }, event: { state: 'unknown' } };
    aServerWith(found(red));
    const { user, dialog } = await opened();
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    expect(await stepIn(dialog, /accepted the message: unknown/)).toHaveTextContent('Not run because of a problem.');
  });

  test('shows no success colour when nothing was run', async () => {
    const server = aServerWith(found());
    const { user, dialog } = await opened();
    const good = await within(dialog).findByText('No problems found.');
    server.answer(call, found({ event: { state: 'unknown' } }));
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    await waitFor(() => expect(good).toHaveTextContent('Not run because of a problem.'));
    expect(good).not.toHaveClass('text-success');
  });

  test('shows a run and closes by Escape while a silent network delays everything else', async () => {
    const server = aServerWith(found());
    const user = await showPage(PageWithOverlay, { at: '/triggers' });
    await chooseFor(user, 'Good night', 'Check');
    const dialog = await screen.findByRole('dialog', { name: 'Check “Good night”' });
    await within(dialog).findByText('No problems found.');
    server.answer(list, 'silent');
    server.answer('GET /api/amazon-auth', 'silent');
    server.answer(call, ({ body }) =>
      JSON.stringify(body).includes('true') ? found({ event: { state: 'ok', ms: 240 } }) : new Promise(() => {}),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    expect(await stepIn(dialog, /accepted the message: OK/)).toBeVisible();
    await waitFor(() => expect(server.sent(call).at(-1)?.body).toEqual({ fire: false, by: 'click' }));
    await user.keyboard('{Escape}');
    await waitFor(() => expect(dialog).not.toBeInTheDocument());
  });

  test('keeps showing that Alexa accepted a run that changed the state of the trigger', async () => {
    const server = aServerWith(found(), { [list]: { json: [goodNight({ alexa: { state: 'waiting' } })] } });
    const { user, dialog } = await opened();
    await within(dialog).findByText('No problems found.');
    server.answer(list, { json: [goodNight()] });
    server.answer(call, ({ body }) =>
      JSON.stringify(body).includes('true')
        ? found({ event: { state: 'ok', ms: 240 }, token: { state: 'ok', ms: 77 } })
        : found({ token: { state: 'ok', ms: 88 } }),
    );
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    await waitFor(async () => expect(await stepIn(dialog, /token/)).toHaveTextContent('88 ms'));
    expect(await stepIn(dialog, /accepted the message: OK/)).toHaveTextContent('240 ms');
    expect(within(dialog).getAllByRole('listitem').at(-1)).toHaveTextContent('Routine confirmed');
  });

  test('shows why a run failed until its trigger is checked again', async () => {
    const server = aServerWith(found());
    const { user, dialog } = await opened();
    await within(dialog).findByText('No problems found.');
    server.answer('GET /api/amazon-auth', { json: anAccount('revoked', { mend: 'reconnect' }) });
    const refused = found({
      permission: { state: 'failed', errorKey: 'amazon.grantRevoked' },
      event: { state: 'failed', errorKey: 'amazon.grantRevoked' },
    });
    server.answer(call, ({ body }) => (JSON.stringify(body).includes('true') ? refused : new Promise(() => {})));
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    const step = await stepIn(dialog, /Permission from Alexa: problem/);
    expect(await within(step).findByRole('link', { name: 'Reconnect account' })).toBeVisible();
    expect(dialog).not.toHaveTextContent('No problems found.');
  });

  test('keeps naming a condition that refuses only clicks when it is checked again', async () => {
    const server = aServerWith(found());
    const { user, dialog } = await opened();
    await within(dialog).findByText('No problems found.');
    server.answer(call, refusingClicks);
    await user.click(within(dialog).getByRole('button', { name: 'Check and run' }));
    expect(await within(dialog).findByText('1 problem found.')).toBeVisible();
    await user.click(within(dialog).getByRole('button', { name: 'Check again' }));
    await waitFor(() => expect(within(dialog).getAllByRole('listitem')).toHaveLength(10));
    expect(dialog).toHaveTextContent('1 problem found.');
    const step = await stepIn(dialog, /Conditions met: problem/);
    expect(within(step).getByRole('button', { name: 'Change conditions' })).toBeVisible();
  });
});

test('shows a failed check and repeats it on request', async () => {
  const server = aServer({ ...anasServer(), [list]: { json: [goodNight()] }, [call]: errorReply(503, 'server.busy') });
  const { user, dialog } = await opened();
  expect(await within(dialog).findByText('The check did not work')).toBeVisible();
  expect(dialog).toHaveTextContent('We could not access our data.');
  server.answer(call, found());
  await user.click(within(dialog).getByRole('button', { name: 'Check again' }));
  expect(await within(dialog).findByText('No problems found.')).toBeVisible();
  expect(within(dialog).queryByText('The check did not work')).toBeNull();
});

describe('check after a failed run', () => {
  const words = '1 problem found.';

  test('names the condition that refused a click when opened from its report', async () => {
    aServerWith(found(), {
      [call]: refusingClicks,
      'POST /api/triggers/good-night/execute': {
        json: {
          success: false,
          message: '',
          outcome: 'notHere',
          executionId: 'e1',
          ms: 9,
          errorKey: 'trigger.notHere',
        },
      },
    });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
    await user.click(await screen.findByRole('button', { name: 'Check' }));
    const dialog = await screen.findByRole('dialog', { name: 'Check “Good night”' });
    expect(await within(dialog).findByText(words)).toBeVisible();
  });

  test.each([
    ['click', words],
    ['webhook', 'No problems found.'],
  ])('checks the channel of a failed %s when opened from its history', async (channel, expected) => {
    const run = { id: 'r1', at: new Date().toISOString(), channel, outcome: 'notHere', ms: 9, stages: {} };
    aServerWith(found(), {
      [call]: refusingClicks,
      'GET /api/triggers/good-night/executions': { json: { items: [run] } },
    });
    const user = await show({ at: '/triggers?runs=good-night' });
    const drawer = await screen.findByRole('dialog', { name: 'Run history' });
    await user.click(await within(drawer).findByRole('button', { name: 'Check' }));
    const dialog = await screen.findByRole('dialog', { name: 'Check “Good night”' });
    expect(await within(dialog).findByText(expected)).toBeVisible();
  });

  test('names the condition that refused a click when opened from another page', async () => {
    aServerWith(found(), { [call]: refusingClicks });
    await show({ at: '/triggers?check=good-night&by=click' });
    const dialog = await screen.findByRole('dialog', { name: 'Check “Good night”' });
    expect(await within(dialog).findByText(words)).toBeVisible();
    expect(window.location.search).toBe('');
  });

  test('opens the check from the toast of a run', async () => {
    aServerWith(found(), {
      'POST /api/triggers/good-night/execute': {
        json: {
          success: false,
          message: '',
          outcome: 'throttled',
          executionId: 'e1',
          ms: 90,
          errorKey: 'alexa.throttled',
        },
      },
    });
    const user = await show();
    await user.click(await screen.findByRole('button', { name: 'Run Good night' }));
    await user.click(await screen.findByRole('button', { name: 'Check' }));
    expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
  });

  test('opens the check from the history for a failure without its own button', async () => {
    const runs = ['unavailable', 'echo', 'sent'].map((outcome, index) => ({
      id: `r${index}`,
      at: new Date().toISOString(),
      channel: 'webhook',
      outcome,
      ms: 9,
      stages: {},
    }));
    aServerWith(found(), { 'GET /api/triggers/good-night/executions': { json: { items: runs } } });
    const user = await show({ at: '/triggers?runs=good-night' });
    const drawer = await screen.findByRole('dialog', { name: 'Run history' });
    await user.click(await within(drawer).findByRole('button', { name: 'Check' }));
    expect(await screen.findByRole('dialog', { name: 'Check “Good night”' })).toBeVisible();
  });
});
