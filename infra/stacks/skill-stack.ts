import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { allowAlexa } from '../constructs/function-sources.ts';
import { namedResources } from '../constructs/named-resources.ts';
import { homeRegion } from '../constructs/names.ts';
import { type FunctionProps, ProductFunction } from '../constructs/product-function.ts';
import { rollOut } from '../constructs/rollout.ts';
import { addOutputs } from '../constructs/stack-outputs.ts';
import { functions } from '../functions.ts';

type Props = StackProps & Omit<FunctionProps, 'own'> & { skillId: string };

/** The functions that Alexa invokes directly, without an HTTP address. */
export class SkillStack extends Stack {
  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id, props);
    const made = [...addSkill(this, props, props.skillId), ...addSkillEvents(this, props, props.skillId)];
    rollOut(this, props.config, made);
  }
}

/** A copy of the skill's function, which uses the table and the secrets in us-east-1. */
export class EuropeanSkillStack extends Stack {
  constructor(scope: Construct, id: string, props: Omit<Props, 'resources'>) {
    super(scope, id, props);
    const resources = namedResources(this, props.config.name);
    const own = { ALEXA_REGION: 'EU', DATA_REGION: homeRegion };
    rollOut(this, props.config, addSkill(this, { ...props, resources, own }, props.skillId));
  }
}

const addSkill = (stack: Stack, props: FunctionProps, skillId: string): ProductFunction[] =>
  functions
    .filter(({ source }) => source === 'alexa')
    .map((row) => {
      const made = new ProductFunction(stack, row, props);
      allowAlexa(made, 'alexa', skillId);
      addOutputs(stack, {
        SkillFunctionArn: [
          made.live.functionArn,
          `Alexa developer console, Smart Home, endpoint of ${stack.region}; npm run skill writes it into the skill`,
        ],
      });
      return made;
    });

/** One function serves all regions, because no user waits for an event. */
const addSkillEvents = (stack: Stack, props: FunctionProps, skillId: string): ProductFunction[] =>
  functions
    .filter(({ source }) => source === 'skillEvents')
    .map((row) => {
      const made = new ProductFunction(stack, row, props);
      allowAlexa(made, 'skillEvents', skillId);
      addOutputs(stack, {
        SkillEventsFunctionArn: [made.live.functionArn, 'npm run skill writes it into the skill, for its events'],
      });
      return made;
    });
