import { authContract } from '#shared/contracts/auth.ts';

import type { StageConfig } from '../config.ts';
import { secretsPrefix } from '../constructs/names.ts';
import { handledEvents, linkingScopes } from './check-package.ts';
import type { SkillValues } from './render.ts';

type Written = { stage: StageConfig; values: SkillValues; target: string };

/** Returns what the operator has to do after the skill package was written. `README.md` in this folder explains it. */
export function nextSteps({ stage, values, target }: Written): string[] {
  const { skillId, appUrl, eventsFunctionArn } = values;
  const secrets = secretsPrefix(stage.name);
  const ofSkill = `-s ${skillId} -g development`;
  const steps = [
    ['Register it ("ask configure" once before):', `  cd ${target} && ask deploy`],
    [
      'Account linking, in the same folder; the secret goes straight from Secrets Manager to Amazon:',
      `  secret=$(aws secretsmanager get-secret-value --secret-id ${secrets}amazon --query SecretString --output text | jq -r .clientSecret)`,
      `  ask smapi update-account-linking-info ${ofSkill} \\`,
      `    --account-linking-request "$(jq -c --arg s "$secret" '.accountLinkingRequest.clientSecret = $s' accountLinking.json)"`,
    ],
    [
      `Compare: scopes ${linkingScopes.join(', ')}, redirect address ${appUrl}${authContract.amazonCallback.path}:`,
      `  ask smapi get-account-linking-info ${ofSkill}`,
    ],
    [
      `Compare: events ${handledEvents.join(', ')} for ${eventsFunctionArn}:`,
      `  ask smapi get-skill-manifest ${ofSkill}`,
    ],
    [
      'Alexa developer console, Permissions: "Send Alexa Events" is on. Paste the client that it shows:',
      `  printf '{"clientId":"%s","clientSecret":"%s"}' "$id" "$secret" |`,
      `    aws secretsmanager put-secret-value --secret-id ${secrets}alexa --secret-string file:///dev/stdin`,
    ],
    ['Continue in the console with the list in infra/skill/README.md.'],
    ...stageSteps(stage),
  ];
  return [
    `Written to ${target}. Next:`,
    ...steps.flatMap(([first, ...more], index) => [`${index + 1}. ${first}`, ...more.map((line) => `   ${line}`)]),
  ];
}

function stageSteps({ name, skillPage, skillEnablement }: StageConfig): string[][] {
  const missing = [
    ...(skillPage === undefined ? ['"skillPage": "development"'] : []),
    ...(skillEnablement === undefined ? ['"skillEnablement": { "stage": "development" }'] : []),
  ];
  if (missing.length === 0) return [];
  return [[`infra/stages/${name}.jsonc, then deploy again: ${missing.join(', ')}`]];
}
