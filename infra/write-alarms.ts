import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { AlarmGuide } from './alarm-guide.ts';
import { parseStage } from './config.ts';
import { alarmRows } from './constructs/function-alarms.ts';
import { productAlarms } from './constructs/product-alarms.ts';
import { gatewayAlarmRows } from './constructs/whatsapp-gateway/gateway-alarms.ts';
import { deployedFunctions } from './deployed-functions.ts';
import { readJsonc } from './read-jsonc.ts';

export const alarmsFile = join(import.meta.dirname, '../docs/alarms.md');

/** The example stage has every setting, so it has every alarm. */
const example = parseStage(
  'example',
  readJsonc(readFileSync(join(import.meta.dirname, 'stages/example.jsonc'), 'utf8')),
);

export function alarmsPage(): string {
  const config = { ...example, name: '<stage>' };
  const functions = deployedFunctions(config);
  const rows = [
    ...alarmRows(config.name, functions),
    ...gatewayAlarmRows(config, functions),
    ...productAlarms(config, { distributionId: '-', apiId: '-', certificateArn: '-' }),
  ];
  const entries = rows.toSorted((a, b) => a.name.localeCompare(b.name)).map(entry);
  return [introduction, ...entries].join('\n');
}

const introduction = `# Alarms

Generated from the alarms in \`infra\` by \`node infra/write-alarms.ts\`; a test fails if this page is out of date. The mail of an
alarm has the same text. \`<stage>\` is the name of the stage; the alarm \`webhook-fails\` is called \`recado-<stage>-webhook-fails\`.

An alarm that ends in \`-fails\` counts the crashes, timeouts, throttled invocations (\`Throttles\`) and ERROR lines of a function.
Unless its entry differs, an alarm looks at five minutes and ends after five minutes without a failure. [error-lines.md](error-lines.md)
explains each ERROR line; [RUNBOOK.md](../RUNBOOK.md) has the log queries and the procedures.
`;

const entry = ({
  name,
  impact,
  look,
  fix,
  ends = 'Automatically.',
}: AlarmGuide & { name: string }): string => `## ${name}

${impact}

- **Look**: ${look}
- **Fix**: ${fix}
- **Ends**: ${ends}
`;

if (import.meta.main) writeFileSync(alarmsFile, alarmsPage());
