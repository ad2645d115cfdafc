import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { allowAlexa } from '../constructs/function-sources.ts';
import { namedResources } from '../constructs/named-resources.ts';
import { homeRegion } from '../constructs/names.ts';
import { type FunctionProps, ProductFunction } from '../constructs/product-function.ts';
import { addOutputs } from '../constructs/stack-outputs.ts';
import { functions } from '../functions.ts';

type Props = StackProps & Omit<FunctionProps, 'own'> & { skillId: string };

/** What Alexa calls; it has no address. */
export class SkillStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    addSkill(this, props, props.skillId);
    addSkillEvents(this, props, props.skillId);
  }
}

/** Its table and its secrets stay in us-east-1. */
export class EuropeanSkillStack extends Stack {
  constructor(scope: Construct, id: string, props: Omit<Props, 'resources'>) {
    super(scope, id, props);
    const resources = namedResources(this, props.config.name);
    addSkill(this, { ...props, resources, own: { ALEXA_REGION: 'EU', DATA_REGION: homeRegion } }, props.skillId);
  }
}

function addSkill(stack: Stack, props: FunctionProps, skillId: string): void {
  for (const row of functions.filter(({ source }) => source === 'alexa')) {
    const made = new ProductFunction(stack, row, props);
    allowAlexa(made, 'alexa', skillId);
    addOutputs(stack, {
      SkillFunctionArn: [
        made.lambda.functionArn,
        `Alexa developer console, Smart Home, endpoint of ${stack.region}; npm run skill writes it into the skill`,
      ],
    });
  }
}

/** One for all regions, because nobody waits for an event. */
function addSkillEvents(stack: Stack, props: FunctionProps, skillId: string): void {
  for (const row of functions.filter(({ source }) => source === 'skillEvents')) {
    const made = new ProductFunction(stack, row, props);
    allowAlexa(made, 'skillEvents', skillId);
    addOutputs(stack, {
      SkillEventsFunctionArn: [made.lambda.functionArn, 'npm run skill writes it into the skill, for its events'],
    });
  }
}
