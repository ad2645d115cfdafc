export type SandboxPerson = { key: string; name: string; email: string; colour: string };

/** Without redirect addresses, the product's own callback is registered. */
export type OAuthClient = { id: string; secret: string; redirectUris?: readonly string[] };

export type Clients = {
  /** Login with Amazon security profile: web sign-in and the skill's account linking. */
  amazonWeb: OAuthClient;
  /** Alexa Skill Messaging: may only exchange AcceptGrant codes and refresh. */
  amazonSkill: OAuthClient;
  google: OAuthClient;
  /** Stripe's secret key, and what it signs webhooks with. */
  stripe: { key: string; webhookSecret: string };
  whatsapp: { key: string };
};

export type SandboxWorld = {
  now: () => Date;
  people: readonly SandboxPerson[];
  clients: Clients;
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

/** By key or e-mail. */
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
