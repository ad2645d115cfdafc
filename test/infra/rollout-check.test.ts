import { runInNewContext } from 'node:vm';

import { expect, test } from 'vitest';

import { minimal, resourcesOf, templatesOf } from './synthesised.ts';

const [check] = resourcesOf(templatesOf(minimal).api, 'AWS::Lambda::Function').filter(
  ({ Properties }) => Properties.Code.ZipFile !== undefined,
);
const code: string = check?.Properties.Code.ZipFile;

const spec = {
  version: 0,
  Resources: [
    {
      webhook: {
        Type: 'AWS::Lambda::Function',
        Properties: { Name: 'recado-prod-webhook', Alias: 'live', CurrentVersion: '6', TargetVersion: '7' },
      },
    },
  ],
  Hooks: [{ BeforeAllowTraffic: 'check' }],
};
const deploymentInfo = { applicationName: 'app', revision: { revisionType: 'String', string: { sha256: 'abc' } } };

/** Runs the deployed code with fake clients. */
async function run(given: {
  invoke?: (call: object) => Promise<object>;
  revision?: object;
  getDeployment?: () => Promise<object>;
}) {
  const calls: unknown[] = [];
  const logged: string[] = [];
  const { revision = { string: { content: JSON.stringify(spec) } } } = given;
  class CodeDeploy {
    getDeployment = given.getDeployment ?? (() => Promise.resolve({ deploymentInfo }));
    getApplicationRevision = (asked: object) => {
      calls.push(asked);
      return Promise.resolve({ revision });
    };
    putLifecycleEventHookExecutionStatus = (status: object) => Promise.resolve(calls.push(status));
  }
  class Lambda {
    invoke = (call: object) => {
      calls.push(call);
      return (given.invoke ?? (() => Promise.resolve({ StatusCode: 200 })))(call);
    };
  }
  const clients: Readonly<Record<string, object>> = {
    '@aws-sdk/client-codedeploy': { CodeDeploy },
    '@aws-sdk/client-lambda': { Lambda },
  };
  const exports: { handler?: (event: object) => Promise<void> } = {};
  const console = { error: (line: string) => logged.push(line) };
  runInNewContext(code, { require: (name: string) => clients[name], exports, console, AbortSignal });
  await exports.handler?.({ DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'hook-1' });
  return { calls, logged, status: Object(calls.at(-1)).status };
}

const reported = (status: string) => ({
  deploymentId: 'd-1',
  lifecycleEventHookExecutionId: 'hook-1',
  status,
});

test('invokes the new version of the deployment and reports success', async () => {
  const { calls, logged } = await run({});
  expect(calls).toEqual([
    { applicationName: 'app', revision: deploymentInfo.revision },
    { FunctionName: 'recado-prod-webhook', Qualifier: '7', Payload: '{"startCheck":true}' },
    reported('Succeeded'),
  ]);
  expect(logged).toEqual([]);
});

test('fails the deployment of a version that fails at import and logs the error', async () => {
  const why = '{"errorType":"Runtime.ImportModuleError"}';
  const failed = { FunctionError: 'Unhandled', Payload: { transformToString: () => why } };
  const { calls, logged } = await run({ invoke: () => Promise.resolve(failed) });
  expect(calls.at(-1)).toEqual(reported('Failed'));
  expect(logged).toEqual([`d-1: Error: recado-prod-webhook:7 ${why}`]);
});

test.each([
  ['Lambda throttles the call', { invoke: () => Promise.reject(new Error('Rate exceeded')) }],
  ['CodeDeploy does not show the deployment', { getDeployment: () => Promise.reject(new Error('AccessDenied')) }],
  ['the revision has another format', { revision: { string: { content: '{}' } } }],
])('fails the deployment at once when %s, because CodeDeploy would wait for an hour', async (_what, given) => {
  expect((await run(given)).status).toBe('Failed');
});

test('reads the revision from the second field that CodeDeploy documents', async () => {
  expect((await run({ revision: { appSpecContent: { content: JSON.stringify(spec) } } })).status).toBe('Succeeded');
});

test('fits into a template and times out before its function', () => {
  expect(code.length).toBeLessThan(4096);
  const [, timeout] = /timeoutMs = ([\d_]+)/.exec(code) ?? [];
  expect(Number(timeout?.replace('_', ''))).toBeLessThan(check?.Properties.Timeout * 1000 - 10_000);
});
