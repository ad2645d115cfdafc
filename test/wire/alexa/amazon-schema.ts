import { existsSync, readFileSync } from 'node:fs';

import AjvDraft04 from 'ajv-draft-04';

const file = new URL('../../../../shared/data/alexa/alexa_smart_home_message_schema.json', import.meta.url);

/** The licence of Amazon's schema keeps it out of this repository. It is looked up next to the checkout. */
export const haveAmazonSchema = existsSync(file);
if (!haveAmazonSchema) {
  console.warn("\n*** Messages are NOT checked against Amazon's schema: ../shared/data/alexa is not here. ***\n");
}

type Named = { namespace?: { enum?: string[] }; name?: { enum?: string[] } };
type Branch = { properties?: { event?: { properties?: { header?: { properties?: Named } } } } };
type Document = { definitions: object; oneOf: (Branch & { oneOf?: Branch[] })[] };
type Message = { event: { header: { namespace: string; name: string } } };

const validators = new Map<string, (message: unknown) => string[]>();

/** Validates a message against the branch for its namespace and name. */
export function amazonObjections(message: Message): string[] {
  const { namespace, name } = message.event.header;
  const key = `${namespace} ${name}`;
  const known = validators.get(key) ?? validatorFor(namespace, name);
  validators.set(key, known);
  return known(message);
}

function validatorFor(namespace: string, name: string): (message: unknown) => string[] {
  const schema: Document = JSON.parse(readFileSync(file, 'utf8'));
  const branches = schema.oneOf
    .flatMap((group) => group.oneOf ?? [group])
    .filter((branch) => {
      const header = branch.properties?.event?.properties?.header?.properties;
      return header?.namespace?.enum?.includes(namespace) === true && header.name?.enum?.includes(name) === true;
    });
  if (branches.length === 0) return () => [`Amazon's schema has no ${name} of ${namespace}`];
  // Quirks of this schema: draft-04, a pattern that is illegal with the unicode flag, and unknown formats.
  const ajv = new AjvDraft04.default({ strict: false, unicodeRegExp: false, logger: false, allErrors: true });
  const validate = ajv.compile({ definitions: schema.definitions, anyOf: branches });
  return (message) => (validate(message) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`));
}
