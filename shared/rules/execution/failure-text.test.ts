import { expect, test } from 'vitest';

import { refusals } from '../../refusals.ts';
import { failureText } from './failure-text.ts';
import { outcomeNames } from './outcome-names.ts';
import { isFailed, outcomes } from './outcomes.ts';

const page = 'https://recado.example/amazon-auth?id=7';

test('links the skill page and asks to enable a disabled skill, or else to disable and enable it', () => {
  expect([
    failureText('reinstallSkill', { page }),
    failureText('reinstallSkill', { skillIsOff: true, page }),
    failureText('skillNotEnabled', { skillIsOff: true, page }),
    failureText('skillNotEnabled', { page }),
  ]).toEqual([
    `Disable and enable the skill in the Alexa app, then try again. ${page}`,
    `Enable the skill in the Alexa app, then try again. ${page}`,
    `Enable the skill in the Alexa app, then try again. ${page}`,
    `${refusals['amazon.skillNotEnabled'][1]} ${page}`,
  ]);
});

test('adds no link to failures that the skill page cannot fix', () => {
  const others = outcomeNames.filter(isFailed).filter((outcome) => outcomes[outcome].fix !== 'activateSkill');
  expect(others.length).toBeGreaterThan(5);
  for (const outcome of others) {
    expect(failureText(outcome, { skillIsOff: true, page })).toBe(refusals[outcomes[outcome].refusal][1]);
  }
});
