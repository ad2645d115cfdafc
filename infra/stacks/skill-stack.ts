import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';

import { allowAlexa } from '../constructs/function-sources.ts';
import { type FunctionProps, ProductFunction } from '../constructs/product-function.ts';
import { functions } from '../functions.ts';

/** What Alexa calls, and nobody else: no address leads here. Exists once the skill has an id. */
export class SkillStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps & FunctionProps & { skillId: string }) {
    super(scope, id, props);
    for (const row of functions.filter(({ source }) => source === 'alexa')) {
      allowAlexa(new ProductFunction(this, row, props), props.skillId);
    }
  }
}
