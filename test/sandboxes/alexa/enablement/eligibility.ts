import type { AlexaHome } from '../entities.ts';
import type { SkillSettings, SkillStage } from './skill-settings.ts';

type Ineligible = 'noSuchStage' | 'notATester' | 'delisted' | 'notInCountry';

/** Why this user cannot enable this stage of the skill. A user who has it enabled may link it again. */
export function whyIneligible(skill: SkillSettings, home: AlexaHome, stage: SkillStage): Ineligible | undefined {
  if (!skill.stages.includes(stage)) return 'noSuchStage';
  if (home.skillEnabled) return undefined;
  if (stage === 'development') return skill.testers.includes(home.person) ? undefined : 'notATester';
  if (skill.delisted) return 'delisted';
  return skill.countries.includes(home.country) ? undefined : 'notInCountry';
}

export const ineligibleTexts: Record<Ineligible, string> = {
  noSuchStage: 'This skill is not published.',
  notATester: 'This skill is in development, and you are not one of its testers.',
  delisted: 'This skill is no longer available.',
  notInCountry: 'You are not eligible to enable this skill due to geographical restrictions.',
};

/** In the Alexa app, testers see the development stage if no live stage is available. */
export function stageFor(skill: SkillSettings, home: AlexaHome): SkillStage | Ineligible {
  const why = whyIneligible(skill, home, 'live');
  if (why === undefined) return 'live';
  return whyIneligible(skill, home, 'development') === undefined ? 'development' : why;
}
