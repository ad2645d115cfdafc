import type access from './en/pages/access.json';
import type account from './en/pages/account.json';
import type activity from './en/pages/activity.json';
import type amazonAuth from './en/pages/amazon-auth.json';
import type check from './en/pages/check.json';
import type checkout from './en/pages/checkout.json';
import type created from './en/pages/created.json';
import type dashboard from './en/pages/dashboard.json';
import type faq from './en/pages/faq.json';
import type favorites from './en/pages/favorites.json';
import type findings from './en/pages/findings.json';
import type howTo from './en/pages/how-to.json';
import type login from './en/pages/login.json';
import type machines from './en/pages/machines.json';
import type nightly from './en/pages/nightly.json';
import type numberDialogs from './en/pages/number-dialogs.json';
import type pairing from './en/pages/pairing.json';
import type passkey from './en/pages/passkey.json';
import type privacy from './en/pages/privacy.json';
import type receipts from './en/pages/receipts.json';
import type refusals from './en/pages/refusals.json';
import type runHistory from './en/pages/run-history.json';
import type schedule from './en/pages/schedule.json';
import type selectGroup from './en/pages/select-group.json';
import type skill from './en/pages/skill.json';
import type snippets from './en/pages/snippets.json';
import type status from './en/pages/status.json';
import type subscription from './en/pages/subscription.json';
import type terms from './en/pages/terms.json';
import type tiles from './en/pages/tiles.json';
import type transfer from './en/pages/transfer.json';
import type trial from './en/pages/trial.json';
import type triggerDetails from './en/pages/trigger-details.json';
import type triggerDialogs from './en/pages/trigger-dialogs.json';
import type triggers from './en/pages/triggers.json';
import type whatsapp from './en/pages/whatsapp.json';
import type workspaces from './en/pages/workspaces.json';

/** The texts in `<language>/pages`, by file name. */
type Files = {
  access: typeof access;
  account: typeof account;
  activity: typeof activity;
  'amazon-auth': typeof amazonAuth;
  check: typeof check;
  checkout: typeof checkout;
  created: typeof created;
  dashboard: typeof dashboard;
  favorites: typeof favorites;
  findings: typeof findings;
  'how-to': typeof howTo;
  login: typeof login;
  machines: typeof machines;
  nightly: typeof nightly;
  'number-dialogs': typeof numberDialogs;
  pairing: typeof pairing;
  passkey: typeof passkey;
  privacy: typeof privacy;
  faq: typeof faq;
  receipts: typeof receipts;
  refusals: typeof refusals;
  'run-history': typeof runHistory;
  schedule: typeof schedule;
  'select-group': typeof selectGroup;
  skill: typeof skill;
  snippets: typeof snippets;
  status: typeof status;
  subscription: typeof subscription;
  tiles: typeof tiles;
  transfer: typeof transfer;
  trial: typeof trial;
  terms: typeof terms;
  'trigger-details': typeof triggerDetails;
  'trigger-dialogs': typeof triggerDialogs;
  triggers: typeof triggers;
  whatsapp: typeof whatsapp;
  workspaces: typeof workspaces;
};

export type TextFile = keyof Files;

type Root<Name extends string> = Name extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Root<Rest>>}`
  : Name;

/** By the root of their keys: `amazon-auth.json` is `amazonAuth`. */
export type PageTexts = { [Name in TextFile as Root<Name>]: Files[Name] };

export const rootOf = (file: string): string => file.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
