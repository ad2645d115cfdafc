const secretNames = ['encryption', 'origin', 'amazon', 'alexa', 'google', 'stripe', 'whatsapp', 'canary'] as const;

/** The last part of the name in Secrets Manager. */
export type SecretName = (typeof secretNames)[number];

export const forEachSecret = <Value>(make: (name: SecretName) => Value): Record<SecretName, Value> =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the type of `fromEntries` does not contain the keys
  Object.fromEntries(secretNames.map((name) => [name, make(name)])) as Record<SecretName, Value>;
