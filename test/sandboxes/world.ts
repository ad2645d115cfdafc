import type { SkillSettings } from './alexa/enablement/skill-settings.ts';
import type { ClockMover } from './kit-time.ts';

/** `country` is where the Amazon account is registered; defaults to `BR`. */
export type SandboxPerson = { key: string; name: string; email: string; colour: string; country?: string };

/** Without redirect addresses, the product's own callback is registered. */
export type OAuthClient = { id: string; secret: string; redirectUris?: readonly string[] };

export type Clients = {
  /** Login with Amazon security profile: web sign-in and the skill's account linking. */
  amazonWeb: OAuthClient;
  /** The skill's client: AcceptGrant codes and the consent to enable the skill. */
  amazonSkill: OAuthClient;
  google: OAuthClient;
  /** Stripe's secret key and the secret that signs webhooks. */
  stripe: { key: string; webhookSecret: string };
  whatsapp: { key: string };
};

export type SandboxWorld = {
  now: () => Date;
  /** Also moves the product's clock if there is a product. */
  mover?: () => ClockMover | undefined;
  people: readonly SandboxPerson[];
  clients: Clients;
  /** The initial settings of the skill. */
  skill: SkillSettings;
  changed: () => void;
  /** Undefined until it is known. */
  appUrl: () => string | undefined;
};

export const defaultPeople: readonly SandboxPerson[] = [
  { key: 'ana', name: 'Ana Souza', email: 'ana@example.com', colour: '#b5441c' },
  { key: 'bruno', name: 'Bruno Lima', email: 'bruno@example.com', colour: '#1c6fb5' },
  { key: 'carla', name: 'Carla Reis', email: 'carla@example.com', colour: '#8a3ab0' },
  { key: 'davi', name: 'Davi Nunes', email: 'davi@example.com', colour: '#197a55' },
  { key: 'canary', name: 'Test home', email: 'canary@example.com', colour: '#5b6470' },
];

export const defaultClients: Clients = {
  amazonWeb: { id: 'local-web-client', secret: 'local-web-secret' },
  amazonSkill: { id: 'local-skill-client', secret: 'local-skill-secret' },
  google: { id: 'local-google-client', secret: 'local-google-secret' },
  stripe: { key: 'local-stripe-key', webhookSecret: 'local-stripe-webhook-secret' },
  whatsapp: { key: 'local-whatsapp-key' },
};

export const defaultSkill: SkillSettings = {
  id: 'amzn1.ask.skill.00000000-0000-4000-8000-00000000a1ca',
  name: 'Recado',
  stages: ['live', 'development'],
  countries: ['BR', 'US', 'MX', 'ES', 'PT', 'AR', 'CO', 'CL', 'GB'],
  testers: [],
  delisted: false,
  subscriptions: ['SKILL_ENABLED', 'SKILL_DISABLED', 'SKILL_ACCOUNT_LINKED'],
};

/** Finds a user by key or e-mail. */
export function findPerson(
  people: readonly SandboxPerson[],
  hint: string | null | undefined,
): SandboxPerson | undefined {
  const wanted = hint?.toLowerCase();
  return people.find((one) => one.key === wanted || one.email === wanted);
}

export function initial(person: SandboxPerson): string {
  return person.name.slice(0, 1);
}
