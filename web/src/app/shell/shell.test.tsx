import { act, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { setsOfAWorkspace } from '#web/api/refresh.ts';
import { followThemeOfOtherTabs } from '#web/features/frame/theme.ts';
import { closeSkillDialog } from '#web/features/skill/skill-dialog-state.ts';
import { aServer, errorReply } from '#web/testing/a-server.ts';
import { anAccount, anasServer, home } from '#web/testing/people.ts';
import { showApp } from '#web/testing/show-app.tsx';
import { toastsNow } from '#web/ui/toasts/toast-store.ts';

import { SupportWidget } from '../support-widget.tsx';

beforeEach(() => {
  localStorage.clear();
  act(closeSkillDialog);
});

const office = { ...home, id: 8, name: 'Office', defaultWorkspace: false };
const closed = { ...home, id: 9, name: 'Old flat', status: 'INATIVO', defaultWorkspace: false };

function aServerWithWorkspaces() {
  let current = home.id;
  const all = [home, office, closed];
  return aServer({
    ...anasServer(),
    'GET /api/workspaces': () => ({ json: all }),
    'GET /api/workspaces/current': () => ({ json: all.find(({ id }) => id === current) }),
    'POST /api/workspaces': ({ body }) => {
      const made = { ...office, id: 10, name: String(Object(body).name) };
      all.push(made);
      return { status: 201, json: made };
    },
    'POST /api/workspaces/switch': ({ body }) => {
      current = Number(Object(body).workspaceId);
      return { json: { id: current, name: all.find(({ id }) => id === current)?.name } };
    },
  });
}

const switcher = (name: string) => screen.findByRole('button', { name: `Workspace ${name}` });

test(
  'lists active workspaces with the current one checked, and "Create workspace" separately',
  { tags: ['spec-46.1', 'spec-46.2', 'spec-248.1', 'spec-344.2'] },
  async () => {
    aServerWithWorkspaces();
    const { user } = await showApp('/dashboard');
    await user.click(await switcher('Casa'));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map((choice) => choice.textContent)).toEqual(['Casa', 'Office']);
    expect(choices[0]).toBeChecked();
    expect(screen.getByRole('separator')).toBeInTheDocument();
    expect(screen.getByRole('menuitem', { name: 'Create workspace' })).toBeInTheDocument();
  },
);

test('shows a failed load of the workspace in its menu and retries it', async () => {
  const server = aServerWithWorkspaces();
  server.answer('GET /api/workspaces/current', errorReply(500, 'server.failed'));
  const { user } = await showApp('/workspaces');
  const heading = await screen.findByRole('heading', { level: 1 });
  const menu = await screen.findByRole('navigation', { name: 'Main navigation' });
  expect(await within(menu).findByText('The workspace could not be loaded.')).toBeInTheDocument();
  server.answer('GET /api/workspaces/current', { json: home });
  await user.click(within(menu).getByRole('button', { name: 'Try again' }));
  expect(await switcher('Casa')).toBeInTheDocument();
  expect(within(menu).queryByText('The workspace could not be loaded.')).toBeNull();
  expect(heading).toHaveFocus();
});

test(
  'keeps the page without its search on a switch, shows the name, and refetches all sets',
  { tags: ['spec-176.1', 'spec-252.1', 'spec-281.1', 'spec-318.3'] },
  async () => {
    const server = aServerWithWorkspaces();
    const { user, queries } = await showApp('/triggers?q=night&page=1');
    for (const path of setsOfAWorkspace) queries.setQueryData([home.id, path, 'unused'], 'old');
    await user.click(await switcher('Casa'));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Office' }));
    expect(await switcher('Office')).toHaveFocus();
    expect(server.sent('POST /api/workspaces/switch').map(({ body }) => body)).toEqual([{ workspaceId: office.id }]);
    await waitFor(() => expect(toastsNow()).toMatchObject([{ title: 'Workspace switched', description: 'Office' }]));
    await waitFor(() => expect(window.location.pathname + window.location.search).toBe('/triggers'));
    const old = setsOfAWorkspace.map((path) => queries.getQueryState([home.id, path, 'unused'])?.isInvalidated);
    expect(old).toEqual(setsOfAWorkspace.map(() => true));
    await waitFor(() => expect(server.sent('GET /api/triggers').map(({ workspace }) => workspace)).toContain('8'));
  },
);

test(
  'requires a name for a new workspace: on submit, then while typing',
  { tags: ['spec-216.1', 'spec-216.2', 'spec-337.2'] },
  async () => {
    aServerWithWorkspaces();
    const { user } = await showApp('/dashboard', 'pt');
    await user.click(await switcher('Casa'));
    await user.click(await screen.findByRole('menuitem', { name: 'Criar workspace' }));
    const dialog = await screen.findByRole('dialog', { name: 'Criar workspace' });
    const name = within(dialog).getByRole('textbox', { name: 'Nome' });
    await waitFor(() => expect(name).toHaveFocus());
    await user.type(name, 'a{Backspace}');
    expect(within(dialog).queryByRole('alert')).toBeNull();
    await user.click(within(dialog).getByRole('button', { name: 'Criar workspace' }));
    expect(await within(dialog).findByRole('alert')).toHaveTextContent('Nome é obrigatório');
    expect(name).toHaveFocus();
    await user.type(name, 'Sítio');
    await waitFor(() => expect(within(dialog).queryByRole('alert')).toBeNull());
  },
);

test(
  'switches to a workspace after creating it',
  { tags: ['spec-176.1', 'spec-176.2', 'spec-251.1', 'spec-281.1', 'spec-318.2'] },
  async () => {
    const server = aServerWithWorkspaces();
    const { user } = await showApp('/dashboard');
    await user.click(await switcher('Casa'));
    await user.click(await screen.findByRole('menuitem', { name: 'Create workspace' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), '  Beach house {Enter}');
    expect(await switcher('Beach house')).toBeInTheDocument();
    expect(server.sent('POST /api/workspaces').map(({ body }) => body)).toEqual([
      { name: 'Beach house', timeZone: 'UTC' },
    ]);
    expect(server.sent('POST /api/workspaces/switch').map(({ body }) => body)).toEqual([{ workspaceId: 10 }]);
    expect(toastsNow()).toMatchObject([{ title: 'Workspace created', description: 'You are now in Beach house.' }]);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Link Amazon account' }));
    expect(window.location.pathname).toBe('/amazon-auth');
  },
);

test(
  'shows a toast for a name that is taken and keeps the dialog open',
  { tags: ['spec-251.1', 'spec-318.1'] },
  async () => {
    const server = aServerWithWorkspaces();
    server.answer('POST /api/workspaces', errorReply(409, 'workspace.nameTaken'));
    const { user } = await showApp('/dashboard');
    await user.click(await switcher('Casa'));
    await user.click(await screen.findByRole('menuitem', { name: 'Create workspace' }));
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Casa{Enter}');
    await waitFor(() => expect(toastsNow()).toMatchObject([{ title: 'Error', variant: 'destructive' }]));
    expect(toastsNow()[0]?.description).toMatch(/already exists/i);
    expect(screen.getByRole('dialog')).toBeInTheDocument();
  },
);

test(
  'shows an inactive skill in header and sidebar, both of which open the skill dialog',
  { tags: ['spec-45.1', 'spec-45.2', 'spec-49.2', 'spec-77.1'] },
  async () => {
    aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notEnabled') } });
    const { user } = await showApp('/triggers');
    await user.click(await screen.findByRole('button', { name: 'Skill not activated' }));
    const dialog = await screen.findByRole('dialog', { name: 'Activate the Alexa skill' });
    const install = within(dialog).getByRole('link', { name: /Install.*opens in a new tab/ });
    expect(install).toHaveAttribute('target', '_blank');
    expect(install).toHaveAttribute('rel', 'noopener');
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Skill not activated' })).toHaveFocus());
    await user.click(screen.getByRole('button', { name: 'Activate skill (not activated)' }));
    expect(await screen.findByRole('dialog')).toBeInTheDocument();
  },
);

test('shows no skill warning in the header when the skill is active', { tags: 'spec-49.1' }, async () => {
  aServer(anasServer());
  await showApp('/triggers');
  await screen.findByRole('button', { name: 'Skill active' });
  await switcher('Casa');
  expect(screen.queryByRole('button', { name: 'Skill not activated' })).toBeNull();
});

test(
  'polls the skill every five seconds while its dialog is open, and shows a change once',
  { tags: 'spec-163.1' },
  async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      const server = aServer({ ...anasServer(), 'GET /api/amazon-auth': { json: anAccount('notEnabled') } });
      const { user } = await showApp('/triggers');
      await user.click(await screen.findByRole('button', { name: 'Skill not activated' }));
      await screen.findByRole('dialog', { name: 'Activate the Alexa skill' });
      const before = server.sent('GET /api/amazon-auth').length;
      server.answer('GET /api/amazon-auth', { json: anAccount('active') });
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(server.sent('GET /api/amazon-auth').length).toBeGreaterThan(before);
      const dialog = await screen.findByRole('dialog', { name: 'The skill is active' });
      expect(toastsNow()).toMatchObject([{ title: 'Recado for Alexa', variant: 'default' }]);
      // Only the next step, not the page of the skill.
      const links = within(dialog).getAllByRole('link');
      expect(links.map((link) => link.getAttribute('href'))).toEqual(['/triggers']);
      server.answer('GET /api/amazon-auth', { json: anAccount('revoked') });
      await act(() => vi.advanceTimersByTimeAsync(5_000));
      expect(toastsNow()).toMatchObject([{ title: 'Skill not activated', variant: 'destructive' }]);
    } finally {
      vi.useRealTimers();
    }
  },
);

test(
  'changes the language in place, stores it, and keeps the focus on the button',
  { tags: ['spec-14.2', 'spec-48.1', 'spec-346.2'] },
  async () => {
    aServer(anasServer());
    const { user } = await showApp('/triggers');
    await user.click(await screen.findByRole('button', { name: 'Language: English' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Español' }));
    expect(await screen.findByRole('button', { name: 'Idioma: Español' })).toHaveFocus();
    expect(document.documentElement.lang).toBe('es');
    expect(localStorage.getItem('preferredLanguage')).toBe('es');
    expect(document.title).toBe('Disparadores · Recado');
  },
);

const flags = { Português: ['#009b3a', '#fedf00'], English: ['#b22234', '#3c3b6e'], Español: ['#aa151b', '#f1bf00'] };

test(
  'shows the flags of Brazil, the United States and Spain, hidden from screen readers',
  { tags: 'spec-48.1' },
  async () => {
    aServer(anasServer());
    const { user } = await showApp('/triggers');
    await user.click(await screen.findByRole('button', { name: 'Language: English' }));
    const choices = await screen.findAllByRole('menuitemradio');
    expect(choices.map((choice) => choice.textContent)).toEqual(Object.keys(flags));
    for (const [index, colours] of Object.values(flags).entries()) {
      const flag = choices[index]?.querySelector('svg[aria-hidden=true]');
      for (const colour of colours) expect(flag?.outerHTML).toContain(colour);
    }
  },
);

test('shows the signed-in user in the header', { tags: 'spec-48.1' }, async () => {
  aServer(anasServer());
  await showApp('/triggers');
  // The first banner is the frame’s; the page’s header is a second one.
  const [header] = await screen.findAllByRole('banner');
  expect(header).toHaveTextContent('Ana Souza');
});

test(
  'changes the theme at once, stores it, and follows other tabs',
  { tags: ['spec-16.1', 'spec-16.2', 'spec-346.3'] },
  async () => {
    document.documentElement.className = 'dark';
    aServer(anasServer());
    const { user } = await showApp('/triggers');
    await user.click(await screen.findByRole('button', { name: 'Switch to light theme' }));
    expect(document.documentElement).toHaveClass('light');
    expect(localStorage.getItem('theme')).toBe('light');
    expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toHaveFocus();
    const stopFollowing = followThemeOfOtherTabs();
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme', newValue: 'dark' }));
    stopFollowing();
    expect(document.documentElement).toHaveClass('dark');
  },
);

test(
  'opens the sidebar as a drawer on a small screen, and closes it on navigation',
  { tags: 'spec-47.2' },
  async () => {
    aServer(anasServer());
    const { user } = await showApp('/dashboard');
    const opener = await screen.findByRole('button', { name: 'Open menu' });
    expect(opener).toHaveAttribute('aria-expanded', 'false');
    await user.click(opener);
    const drawer = await screen.findByRole('dialog', { name: 'Menu' });
    await user.click(within(drawer).getByRole('link', { name: 'Triggers' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(window.location.pathname).toBe('/triggers');
  },
);

test('loads the support chat once and removes it with the app', { tags: 'spec-18.1' }, () => {
  const address = 'https://chat.example/widget.js';
  const scripts = () => Array.from(document.scripts).filter(({ src }) => src === address);
  const first = render(<SupportWidget address={address} />);
  expect(scripts()).toHaveLength(1);
  const second = render(<SupportWidget address={address} />);
  expect(scripts()).toHaveLength(1);
  second.unmount();
  expect(scripts()).toHaveLength(1);
  first.unmount();
  expect(scripts()).toHaveLength(0);
  render(<SupportWidget address={undefined} />);
  expect(Array.from(document.scripts).some(({ src }) => src.includes('chat'))).toBe(false);
});
