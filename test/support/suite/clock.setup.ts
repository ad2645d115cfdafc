import type { TestProject } from 'vitest/node';

import { startForJourneys } from './journeys.setup.ts';

/** A separate product, because its clock is moved. */
export const setup = (project: TestProject): Promise<() => Promise<void>> => startForJourneys(project, 1);
