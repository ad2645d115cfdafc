import type { Template } from 'aws-cdk-lib/assertions';

/** A statement in any service's syntax, including permissions that a resource itself grants. */
export type Statement = Readonly<Record<string, unknown>>;

/** `stack/resource` without the unique suffix. */
export type Granted = { owner: string; statement: Statement };

type Resource = { Type: string; Properties?: Readonly<Record<string, unknown>> };

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Removes the eight-character hash. */
const withoutHash = (id: string): string => id.replaceAll(/[0-9A-F]{8}/g, '');

/** Log masking looks like a policy and a firewall has statements, but neither grants anything. */
const notPermissions = ['DataProtectionPolicy', 'Rules'];

function statementsIn(value: unknown): Statement[] {
  if (Array.isArray(value)) return value.flatMap(statementsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => {
    if (notPermissions.includes(name)) return [];
    if (name === 'Statement') return [inner].flat().filter(isObject);
    return statementsIn(inner);
  });
}

function byBeing({ Type, Properties = {} }: Resource): Statement[] {
  const policies = [Properties['ManagedPolicyArns'] ?? []].flat().map((managed) => ({ managed }));
  const boundary = Properties['PermissionsBoundary'];
  return [
    ...policies,
    ...(boundary === undefined ? [] : [{ boundary }]),
    ...(Type === 'AWS::Lambda::Permission' || Type === 'AWS::Lambda::Url' ? [Properties] : []),
  ];
}

export const grantedIn = (templates: Readonly<Record<string, Pick<Template, 'toJSON'> | undefined>>): Granted[] =>
  Object.entries(templates).flatMap(([stack, template]) => {
    const resources: Record<string, Resource> = template?.toJSON()['Resources'] ?? {};
    return Object.entries(resources).flatMap(([id, resource]) =>
      [...statementsIn(resource.Properties), ...byBeing(resource)].map((statement) => ({
        owner: `${stack}/${withoutHash(id)}`,
        statement,
      })),
    );
  });

/** Formats references, for example a join as `<Table.Arn>/index/*`. */
export function plain(value: unknown): string {
  if (Array.isArray(value)) return value.map(plain).toSorted().join(' ');
  if (!isObject(value)) return String(value);
  const [[name, inner] = ['', undefined], ...others] = Object.entries(value);
  if (others.length === 0 && name === 'Ref') return `<${withoutHash(String(inner))}>`;
  if (others.length === 0 && name === 'Fn::GetAtt' && Array.isArray(inner)) {
    return `<${withoutHash(String(inner[0]))}.${String(inner[1])}>`;
  }
  if (others.length === 0 && name === 'Fn::Join' && Array.isArray(inner)) return joined(inner);
  if (others.length === 0 && name === 'Fn::ImportValue')
    return `<<${withoutHash(String(inner).replace(/^.*:ExportsOutput/, ''))}>>`;
  if (others.length === 0 && name === 'Fn::GetStackOutput' && isObject(inner)) {
    return `<<${String(inner['StackName'])}.${String(inner['OutputName'])}>>`;
  }
  return Object.entries(value)
    .map(([field, own]) => `${field}=${plain(own)}`)
    .toSorted()
    .join(' & ');
}

const joined = ([between, parts]: unknown[]): string =>
  (Array.isArray(parts) ? parts : []).map(plain).join(String(between));

/** Formats the statement on one line, without its name. */
export const line = ({ Sid: _name, ...said }: Statement): string =>
  Object.entries(said)
    .map(([field, value]) => `${field}: ${plain(value)}`)
    .toSorted()
    .join(' | ');
