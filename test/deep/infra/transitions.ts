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
  /** The names that remain taken after their resource was removed. */
  retained: ReadonlySet<string>;
};

type StageLinks = ReadonlyMap<string, StackLinks>;

/** In the order in which CDK deploys the stacks, with their regions. */
const regions: Readonly<Record<Exclude<keyof Templates, 'outdir'>, string>> = {
  data: 'us-east-1',
  edge: 'us-east-1',
  messaging: 'us-east-1',
  observability: 'us-east-1',
  api: 'us-east-1',
  skill: 'us-east-1',
  pipeline: 'us-east-1',
  backupCopies: 'us-west-2',
  backup: 'us-east-1',
  observabilityEurope: 'eu-west-1',
  skillEurope: 'eu-west-1',
};

export function stageLinks({ outdir: _outdir, ...templates }: Templates): StageLinks {
  const parts = new Map(Object.entries(templates));
  return new Map(
    Object.entries(regions).flatMap(([part, region]) => {
      const template = parts.get(part)?.toJSON();
      return template ? [[part, stackLinks(part, region, template)] as const] : [];
    }),
  );
}

type Resource = { Type: string; DeletionPolicy?: string; Properties?: Record<string, unknown> };

type Template = {
  Outputs?: Record<string, { Value?: unknown; Export?: { Name: string } }>;
  Resources?: Record<string, Resource>;
};

const nameProperty =
  /^(Name|(Function|Queue|Alarm|Role|LogGroup|Table|Topic|Dashboard|Rule|Cluster|BackupVault)Name|DBInstanceIdentifier)$/;

/** A host has one record per type, and each function has an alias of the same name. */
const sharedNames = ['AWS::Route53::RecordSet', 'AWS::Lambda::Alias'];

function stackLinks(part: string, region: string, template: Template): StackLinks {
  const text = JSON.stringify(template);
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match.slice(1).join('.'));
  const named = Object.entries(template.Resources ?? {}).flatMap(([id, resource]) =>
    namesOf(resource).map((name) => ({ name: `${resource.Type} ${name} in ${region}`, id, resource })),
  );
  return {
    exports: new Map(
      Object.values(template.Outputs ?? {}).flatMap(({ Value, Export }) =>
        Export ? [[Export.Name, JSON.stringify(Value)] as const] : [],
      ),
    ),
    imports: new Set(found(/"Fn::ImportValue":"([^"]+)"/g)),
    outputs: new Set(Object.keys(template.Outputs ?? {}).map((output) => `${part}.${output}`)),
    reads: new Set(found(/"Fn::GetStackOutput":\{"StackName":"[^"]*-(\w+)","Region":"[^"]*","OutputName":"(\w+)"/g)),
    names: new Map(named.map(({ name, id }) => [name, `${part}.${id}`])),
    retained: new Set(
      named.filter(({ resource }) => resource.DeletionPolicy?.startsWith('Retain')).map(({ name }) => name),
    ),
  };
}

const namesOf = ({ Type, Properties = {} }: Resource): string[] =>
  sharedNames.includes(Type)
    ? []
    : Object.entries(Properties).flatMap(([key, name]) =>
        nameProperty.test(key) && typeof name === 'string' ? [name] : [],
      );

/**
 * Lists the reasons why CloudFormation would refuse to deploy `after` over `before`. A stack that a setting removes
 * stays deployed, and its imports stay in use.
 */
export function whyRefused(before: StageLinks, after: StageLinks): string[] {
  const deployed = new Map(before);
  return [...after].flatMap(([part, next]) => {
    const taken = takenNames(deployed, part, next);
    const used = changedExports(deployed, part, next);
    const left = namesLeftBehind(deployed, part, next);
    deployed.set(part, next);
    return [...taken, ...used, ...left, ...missingValues(deployed, part, next)];
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

/** CloudFormation does not create a resource again while the retained one has its name. */
const namesLeftBehind = (deployed: StageLinks, part: string, { names }: StackLinks): string[] =>
  [...(deployed.get(part)?.retained ?? [])]
    .filter((name) => !names.has(name))
    .map((name) => `${part} leaves ${name} behind and cannot create it again`);

/** CloudFormation creates a resource before it deletes the one that it replaces. */
function takenNames(deployed: StageLinks, part: string, next: StackLinks): string[] {
  const owners = new Map([...deployed.values()].flatMap(({ names }) => [...names]));
  return [...next.names].flatMap(([name, owner]) => {
    const holder = owners.get(name) ?? owner;
    return holder === owner ? [] : [`${part} creates ${name}, which exists as ${holder}`];
  });
}
