// CodeDeploy invokes this before a new version of a function gets requests. Lambda's runtime contains these clients.
const { CodeDeploy } = require('@aws-sdk/client-codedeploy');
const { Lambda } = require('@aws-sdk/client-lambda');

// All functions are deployed at once, so calls may be throttled.
const retries = { maxAttempts: 8 };
const codeDeploy = new CodeDeploy(retries);
const lambda = new Lambda(retries);

/** Loading takes at most 10 s, and this function has a timeout of 60 s. */
const timeoutMs = 40_000;

exports.handler = async ({
  DeploymentId: deploymentId,
  LifecycleEventHookExecutionId: lifecycleEventHookExecutionId,
}) => {
  const status = await check(deploymentId).then(
    () => 'Succeeded',
    (error) => {
      console.error(`${deploymentId}: ${error}`);
      return 'Failed';
    },
  );
  await codeDeploy.putLifecycleEventHookExecutionStatus({ deploymentId, lifecycleEventHookExecutionId, status });
};

/** Throws if the version does not start. */
async function check(deploymentId) {
  const { deploymentInfo } = await codeDeploy.getDeployment({ deploymentId });
  const { applicationName, revision } = deploymentInfo;
  const found = await codeDeploy.getApplicationRevision({ applicationName, revision });
  const { content } = found.revision.string ?? found.revision.appSpecContent;
  // https://docs.aws.amazon.com/codedeploy/latest/userguide/reference-appspec-file-structure-resources.html
  const [{ Properties: version }] = Object.values(JSON.parse(content).Resources[0]);
  const { FunctionError, Payload } = await lambda.invoke(
    { FunctionName: version.Name, Qualifier: version.TargetVersion, Payload: JSON.stringify({ startCheck: true }) },
    { abortSignal: AbortSignal.timeout(timeoutMs) },
  );
  if (FunctionError) throw new Error(`${version.Name}:${version.TargetVersion} ${Payload.transformToString()}`);
}
