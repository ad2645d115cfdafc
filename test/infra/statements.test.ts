import { describe, expect, test } from 'vitest';

import { allowedPermissions } from './allowed-permissions.ts';
import { type Granted, grantedIn, line, type Statement } from './statements.ts';
import { bothStages, templatesOf } from './synthesised.ts';

const judged = (granted: readonly Granted[]): string[] =>
  granted.map(({ owner, statement }) => `${owner} :: ${line(statement)}`).toSorted();

/** Every way to make a statement allow more. */
const widenings: [how: string, wider: (statement: Statement) => Statement][] = [
  ['any action', (said) => ('Action' in said ? { ...said, Action: '*' } : said)],
  [
    'one more action',
    (said) => ('Action' in said ? { ...said, Action: [said['Action'], 'iam:PassRole'].flat() } : said),
  ],
  ['any resource', (said) => ('Resource' in said ? { ...said, Resource: '*' } : said)],
  [
    'one more resource',
    (said) => ('Resource' in said ? { ...said, Resource: [said['Resource'], 'arn:*'].flat() } : said),
  ],
  [
    'anybody',
    (said) => ('Principal' in said ? { ...said, Principal: { AWS: 'arn:aws:iam::999999999999:root' } } : said),
  ],
  ['no condition', ({ Condition: _gone, ...said }) => said],
  ['another source', ({ SourceArn: _gone, ...said }) => said],
  ['another skill', ({ EventSourceToken: _gone, ...said }) => said],
  ['everything but', ({ Action, ...said }) => (Action === undefined ? said : { ...said, NotAction: Action })],
  ['no refusal', (said) => (said['Effect'] === 'Deny' ? { ...said, Effect: 'Allow' } : said)],
  ['another policy', (said) => ('managed' in said ? { managed: 'arn:aws:iam::aws:policy/AdministratorAccess' } : said)],
];

describe.each(bothStages)('statements with %s', (_name, config) => {
  const { outdir: _outdir, ...templates } = templatesOf(config);
  const granted = grantedIn(templates);
  const known = allowedPermissions(config);

  test('justifies every statement of every policy of every role exactly', () => {
    expect(judged(granted)).toEqual(known.map(([owner, says]) => `${owner} :: ${says}`).toSorted());
    expect(granted.length).toBeGreaterThan(100);
    expect(known.filter(([, , because]) => because.length < 5)).toEqual([]);
  });

  test.each(widenings)('detects a statement that grows to allow %s', (_how, wider) => {
    const grown = granted.filter(({ statement }) => JSON.stringify(wider(statement)) !== JSON.stringify(statement));
    const unnoticed = grown.filter(({ statement }) => line(wider(statement)) === line(statement));
    expect(unnoticed).toEqual([]);
  });

  test('detects an added statement', () => {
    const api = templates.api.toJSON();
    const resource = { Type: 'AWS::IAM::Policy', Properties: { PolicyDocument: { Statement: [{ Action: '*' }] } } };
    const more = { toJSON: () => ({ ...api, Resources: { ...api['Resources'], New: resource } }) };
    expect(judged(grantedIn({ ...templates, api: more })).length).toBe(known.length + 1);
  });
});

test('applies each way of widening to at least one statement', () => {
  const all = bothStages.flatMap(([, config]) => {
    const { outdir: _outdir, ...templates } = templatesOf(config);
    return grantedIn(templates).map(({ statement }) => statement);
  });
  const unused = widenings.filter(([, wider]) =>
    all.every((said) => JSON.stringify(wider(said)) === JSON.stringify(said)),
  );
  expect(unused.map(([how]) => how)).toEqual([]);
});
