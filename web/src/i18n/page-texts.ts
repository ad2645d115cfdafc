import type account from './en/pages/account.json';
import type amazonAuth from './en/pages/amazon-auth.json';
import type checkout from './en/pages/checkout.json';
import type dashboard from './en/pages/dashboard.json';
import type faq from './en/pages/faq.json';
import type login from './en/pages/login.json';
import type pairing from './en/pages/pairing.json';
import type passkey from './en/pages/passkey.json';
import type privacy from './en/pages/privacy.json';
import type runHistory from './en/pages/run-history.json';
import type selectGroup from './en/pages/select-group.json';
import type skill from './en/pages/skill.json';
import type snippets from './en/pages/snippets.json';
import type subscription from './en/pages/subscription.json';
import type terms from './en/pages/terms.json';
import type transfer from './en/pages/transfer.json';
import type trial from './en/pages/trial.json';
import type triggers from './en/pages/triggers.json';
import type whatsapp from './en/pages/whatsapp.json';
import type workspaces from './en/pages/workspaces.json';

/** The texts in `<language>/pages`, by file name. */
type Files = {
  account: typeof account;
  'amazon-auth': typeof amazonAuth;
  checkout: typeof checkout;
  dashboard: typeof dashboard;
  login: typeof login;
  pairing: typeof pairing;
  passkey: typeof passkey;
  privacy: typeof privacy;
  faq: typeof faq;
  'run-history': typeof runHistory;
  'select-group': typeof selectGroup;
  skill: typeof skill;
  snippets: typeof snippets;
  subscription: typeof subscription;
  transfer: typeof transfer;
  trial: typeof trial;
  terms: typeof terms;
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
