import type { Templates } from '../../infra/synthesised.ts';

/** The parts of a template that CloudFormation compares between the stacks of a stage. */
type StackLinks = {
  exports: ReadonlyMap<string, string>;
  imports: ReadonlySet<string>;
  outputs: ReadonlySet<string>;
  /** Outputs that the stack reads by name. */
  reads: ReadonlySet<string>;
  /** Physical names and the resource that has each. */
  names: ReadonlyMap<string, string>;
};

/** In the order in which CDK deploys the stacks. */
type StageLinks = ReadonlyMap<string, StackLinks>;

const order = [
  'data',
  'edge',
  'messaging',
  'observability',
  'api',
  'skill',
  'pipeline',
  'observabilityEurope',
  'skillEurope',
] as const;

export function stageLinks(templates: Templates): StageLinks {
  return new Map(
    order.flatMap((part) => {
      const template = templates[part]?.toJSON();
      return template ? [[part, stackLinks(part, template)] as const] : [];
    }),
  );
}

type Template = {
  Outputs?: Record<string, { Value?: unknown; Export?: { Name: string } }>;
  Resources?: Record<string, { Type: string; Properties?: Record<string, unknown> }>;
};

const nameProperty =
  /^(Name|(Function|Queue|Alarm|Role|LogGroup|Table|Topic|Dashboard|Rule|Cluster)Name|DBInstanceIdentifier)$/;

/** A host has one record per type, and each function has an alias of the same name. */
const sharedNames = ['AWS::Route53::RecordSet', 'AWS::Lambda::Alias'];

function stackLinks(part: string, template: Template): StackLinks {
  const text = JSON.stringify(template);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1).join('.'));
  const region = part.endsWith('Europe') ? 'eu-west-1' : 'us-east-1';
  return {
    exports: new Map(
      Object.values(template.Outputs ?? {}).flatMap(({ Value, Export }) =>
        Export ? [[Export.Name, JSON.stringify(Value)] as const] : [],
      ),
    ),
    imports: new Set(found(/"Fn::ImportValue":"([^"]+)"/g)),
    outputs: new Set(Object.keys(template.Outputs ?? {}).map((output) => `${part}.${output}`)),
    reads: new Set(found(/"Fn::GetStackOutput":\{"StackName":"[^"]*-(\w+)","Region":"[^"]*","OutputName":"(\w+)"/g)),
    names: new Map(
      Object.entries(template.Resources ?? {}).flatMap(([id, { Type, Properties }]) =>
        Object.entries(Properties ?? {}).flatMap(([key, name]) =>
          nameProperty.test(key) && typeof name === 'string' && !sharedNames.includes(Type)
            ? [[`${Type} ${name} in ${region}`, `${part}.${id}`] as const]
            : [],
        ),
      ),
    ),
  };
}

/**
 * Lists the reasons why CloudFormation would refuse to deploy `after` over `before`. A stack that a setting removes
 * stays deployed, and its imports stay in use.
 */
export function whyRefused(before: StageLinks, after: StageLinks): string[] {
  const deployed = new Map(before);
  return [...after].flatMap(([part, next]) => {
    const taken = takenNames(deployed, part, next);
    const used = changedExports(deployed, part, next);
    deployed.set(part, next);
    return [...taken, ...used, ...missingValues(deployed, part, next)];
  });
}

function changedExports(deployed: StageLinks, part: string, next: StackLinks): string[] {
  const changed = [...(deployed.get(part)?.exports ?? [])].filter(([name, value]) => next.exports.get(name) !== value);
  return changed.flatMap(([name]) =>
    [...deployed].flatMap(([other, { imports }]) =>
      imports.has(name) ? [`${part} cannot change export ${name}, in use by ${other}`] : [],
    ),
  );
}

function missingValues(deployed: StageLinks, part: string, { imports, reads }: StackLinks): string[] {
  const all = [...deployed.values()];
  const exported = new Set(all.flatMap(({ exports }) => [...exports.keys()]));
  const outputs = new Set(all.flatMap((stack) => [...stack.outputs]));
  return [
    ...[...imports].filter((name) => !exported.has(name)),
    ...[...reads].filter((name) => !outputs.has(name)),
  ].map((name) => `${part} does not find ${name}`);
}

/** CloudFormation creates a resource before it deletes the one that it replaces. */
function takenNames(deployed: StageLinks, part: string, next: StackLinks): string[] {
  const owners = new Map([...deployed.values()].flatMap(({ names }) => [...names]));
  return [...next.names].flatMap(([name, owner]) => {
    const holder = owners.get(name) ?? owner;
    return holder === owner ? [] : [`${part} creates ${name}, which exists as ${holder}`];
  });
}
