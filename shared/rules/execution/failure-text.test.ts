import { expect, test } from 'vitest';

import { refusals } from '../../refusals.ts';
import { failureText } from './failure-text.ts';
import { outcomeNames } from './outcome-names.ts';
import { isFailed, outcomes } from './outcomes.ts';

const skillPage = 'https://skill.example/page';

test('a skill that is known to be off is to be enabled, any other one off and on, on its page', () => {
  expect([
    failureText('reinstallSkill', { skillPage }),
    failureText('reinstallSkill', { skillIsOff: true, skillPage }),
    failureText('reinstallSkill', { skillIsOff: true }),
    failureText('skillNotEnabled', { skillPage }),
  ]).toEqual([
    `Disable and enable the skill in the Alexa app, then try again. ${skillPage}`,
    `Enable the skill in the Alexa app, then try again. ${skillPage}`,
    'Enable the skill in the Alexa app, then try again.',
    `${refusals['amazon.skillNotEnabled'][1]} ${skillPage}`,
  ]);
});

test('no other failure names the page, or changes its words', () => {
  const others = outcomeNames.filter(isFailed).filter((outcome) => outcomes[outcome].fix !== 'activateSkill');
  expect(others.length).toBeGreaterThan(5);
  for (const outcome of others) {
    expect(failureText(outcome, { skillIsOff: true, skillPage })).toBe(refusals[outcomes[outcome].refusal][1]);
  }
});
