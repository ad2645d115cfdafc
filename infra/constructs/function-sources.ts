import { Duration } from 'aws-cdk-lib';
import { Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { EventSourceMapping, FilterCriteria, StartingPosition } from 'aws-cdk-lib/aws-lambda';

import { streamFilters } from '#functions/data/stream-filters.ts';

import type { FunctionSchedule } from '../functions.ts';
import { acknowledgeStreams, type Stream } from './function-permissions.ts';
import type { ProductFunction } from './product-function.ts';

export function connectSource(made: ProductFunction, stage: string, stream: Stream): void {
  const { source } = made.row;
  if (source === 'stream') readStream(made, stage, stream);
  else if (typeof source === 'object') addSchedules(made, source);
}

/**
 * After a crash or a timeout, Lambda halves the batch to isolate the failing record. After three retries, it sends the
 * record's position in the stream to the queue of lost changes.
 */
function readStream({ lambda, live, role }: ProductFunction, stage: string, { streamArn, lostChanges }: Stream): void {
  new EventSourceMapping(lambda, 'Stream', {
    target: live,
    eventSourceArn: streamArn,
    startingPosition: StartingPosition.TRIM_HORIZON,
    batchSize: 25,
    retryAttempts: 3,
    bisectBatchOnError: true,
    maxRecordAge: Duration.hours(6),
    filters: Object.values(streamFilters).map((pattern) => FilterCriteria.filter(pattern)),
    // Binds no grant, because the function's policy already allows sending to the queue.
    onFailure: { bind: () => ({ destination: lostChanges.queueArn }) },
  });
  acknowledgeStreams(role, stage);
}

function addSchedules({ lambda, live }: ProductFunction, schedules: readonly FunctionSchedule[]): void {
  // The next scheduled run does the work of a failed one.
  const noRetries = { retryAttempts: 0, maxEventAge: Duration.minutes(1) };
  live.configureAsyncInvoke(noRetries);
  for (const { everyMinutes, input } of schedules) {
    new Rule(lambda, `Clock-${Object.values(input).join('-')}`, {
      schedule: Schedule.rate(Duration.minutes(everyMinutes)),
      targets: [new LambdaTarget(live, { event: RuleTargetInput.fromObject(input), ...noRetries })],
    });
  }
}

const callers = { alexa: 'alexa-connectedhome.amazon.com', skillEvents: 'alexa-appkit.amazon.com' } as const;

/** Adds the Lambda trigger "Alexa Smart Home" for directives, or "Alexa Skills Kit" for skill events. */
export function allowAlexa({ live }: ProductFunction, source: keyof typeof callers, skillId: string): void {
  live.addPermission('Alexa', {
    principal: new ServicePrincipal(callers[source]),
    action: 'lambda:InvokeFunction',
    eventSourceToken: skillId,
  });
}
