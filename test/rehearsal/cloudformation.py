"""The rules by which CloudFormation accepts or refuses a deployment. Resources are only names and attributes; nothing runs.

Not covered: which property changes replace a resource, and whether a service accepts the properties (cfn-lint checks
those).
"""
import copy
import json
from dataclasses import dataclass, field

import yaml

# Their names are labels, which need not be unique. The name of an inline policy is unique only within its role.
LABELLED = {
    'AWS::IAM::Policy',
    'AWS::ApiGatewayV2::Api', 'AWS::ApiGatewayV2::VpcLink', 'AWS::ServiceDiscovery::PrivateDnsNamespace',
    'AWS::ServiceDiscovery::Service', 'AWS::ECS::TaskDefinition', 'AWS::CloudWatch::CompositeAlarm',
}
# CloudFormation identifies them by an ARN with random letters, so a template cannot adopt them.
NOT_ADOPTABLE = {'AWS::SecretsManager::Secret'}
KEPT_ON_DELETE = {'Retain', 'RetainExceptOnCreate'}


class Refused(Exception):
    """CloudFormation's reason for refusing a deployment."""


@dataclass
class Resource:
    kind: str
    name: tuple | None
    policy: str
    is_protected: bool


@dataclass
class Stack:
    name: str
    region: str
    account: str
    template: dict = field(default_factory=dict)
    text: str = ''
    resources: dict = field(default_factory=dict)
    outputs: dict = field(default_factory=dict)
    exports: dict = field(default_factory=dict)
    imports: set = field(default_factory=set)
    parameters: dict = field(default_factory=dict)


class Cloud:
    """All stacks of an account, in all regions."""

    def __init__(self):
        self.stacks = {}
        # Physical names with the owning stack and logical id, or None for resources that a stack left behind.
        self.names = {}
        # Stacks whose next deployment fails after the last resource.
        self.failing = set()

    def exports(self, region):
        return {name: (stack, value) for stack in self.stacks.values() if stack.region == region
                for name, value in stack.exports.items()}

    def deploy(self, stack, text, parameters, adopts=False):
        """Changes the stack, or restores it and raises the reason."""
        is_new = not stack.template
        before, names = copy.deepcopy(stack.__dict__), dict(self.names)
        stack.template, stack.text, stack.parameters = parsed(text), text, parameters
        try:
            self._create_and_update(stack, before['resources'], adopts)
            if stack.name in self.failing:
                self.failing.discard(stack.name)
                raise Refused('Resource handler returned message: "pretended failure"')
            self._export(stack, before['exports'])
        except Refused as reason:
            made = stack.resources
            stack.__dict__.update(before)
            self.names = names
            if is_new:
                self._roll_back_creation(stack, made, reason)
            raise
        self._remove(stack, [logical for logical in before['resources'] if logical not in stack.resources], before['resources'])

    def _create_and_update(self, stack, before, adopts):
        stack.resources = {}
        for logical, given in stack.template['Resources'].items():
            if condition := given.get('Condition'):
                if not Values(self, stack).condition(condition):
                    continue
            old = before.get(logical)
            if old and old.kind != given['Type']:
                raise Refused(f'Update of resource type is not permitted: {logical}')
            # Before properties are resolved, because resources refer to each other in any order.
            stack.resources[logical] = Resource(given['Type'], None, given.get('DeletionPolicy', 'Delete'), False)
        values = Values(self, stack)
        for logical, resource in stack.resources.items():
            properties = values.of(stack.template['Resources'][logical].get('Properties', {}))
            resource.is_protected = properties.get('DeletionProtectionEnabled') is True or properties.get('DeletionProtection') is True
            resource.name = physical_name(resource.kind, properties, stack.region)
            self._claim(stack, logical, resource, adopts)
        stack.imports = values.imports

    def _claim(self, stack, logical, resource, adopts):
        if resource.name is None:
            return
        owner = (stack.name, stack.region, logical)
        if resource.name in self.names and self.names[resource.name] != owner:
            left_behind = self.names[resource.name] is None
            if not (left_behind and adopts and resource.policy in KEPT_ON_DELETE and resource.kind not in NOT_ADOPTABLE):
                raise Refused(f'{resource.kind} {resource.name[1]} already exists ({logical})')
        self.names[resource.name] = owner

    def _export(self, stack, before):
        values = Values(self, stack)
        stack.outputs, stack.exports = {}, {}
        for key, output in stack.template.get('Outputs', {}).items():
            if 'Condition' in output and not values.condition(output['Condition']):
                continue
            stack.outputs[key] = values.of(output['Value'])
            if 'Export' in output:
                stack.exports[values.of(output['Export']['Name'])] = stack.outputs[key]
        for name, value in before.items():
            if stack.exports.get(name) != value:
                self._refuse_if_used(stack, name, 'deleted' if name not in stack.exports else 'updated')

    def _refuse_if_used(self, stack, name, change):
        for other in self.stacks.values():
            if other is not stack and other.region == stack.region and name in other.imports:
                raise Refused(f'Export {name} cannot be {change} as it is in use by {other.name}')

    def _roll_back_creation(self, stack, made, reason):
        """Keeps resources with `Retain` and cannot remove protected ones. Both block a second attempt."""
        for logical, resource in made.items():
            if resource.name is None or resource.name in self.names:
                continue
            if resource.policy == 'Retain':
                self.names[resource.name] = None
            elif resource.is_protected:
                self.names[resource.name] = (stack.name, stack.region, logical)
                reason.rollback_failed = f'{logical} is protected against deletion'

    def _remove(self, stack, logicals, resources):
        for logical in logicals:
            resource = resources[logical]
            if resource.policy not in KEPT_ON_DELETE and resource.is_protected:
                raise Refused(f'{logical} is protected against deletion')
            if resource.name in self.names and self.names[resource.name] == (stack.name, stack.region, logical):
                if resource.policy in KEPT_ON_DELETE:
                    self.names[resource.name] = None
                else:
                    del self.names[resource.name]
        # A resource with a new name replaces the old one.
        held = {resource.name for resource in stack.resources.values()}
        for name, owner in list(self.names.items()):
            if owner and owner[:2] == (stack.name, stack.region) and name not in held:
                del self.names[name]

    def delete(self, stack):
        if (stack.region, stack.name) not in self.stacks:
            return self._delete_failed_creation(stack)
        for name in stack.exports:
            self._refuse_if_used(stack, name, 'deleted')
        resources, stack.resources = stack.resources, {}
        try:
            self._remove(stack, list(resources), resources)
        except Refused:
            stack.resources = resources
            raise
        del self.stacks[(stack.region, stack.name)]


    def _delete_failed_creation(self, stack):
        for owner in self.names.values():
            if owner and owner[:2] == (stack.name, stack.region):
                raise Refused(f'{owner[2]} is protected against deletion')

    def delete_left_behind(self, kind):
        """Deletes the resources of a type that no deployed stack has."""
        def is_in_use(owner):
            return owner is not None and (owner[1], owner[0]) in self.stacks
        self.names = {name: owner for name, owner in self.names.items() if is_in_use(owner) or name[0] != kind}


def parsed(text):
    """Parses JSON, or YAML for the stack of `cdk bootstrap`."""
    return json.loads(text) if text.lstrip().startswith('{') else yaml.safe_load(text)


def physical_name(kind, properties, region):
    """Returns None for a resource that CloudFormation names itself."""
    short = kind.rsplit('::', 1)[-1]
    if kind in LABELLED:
        return None
    nested = [properties.get(key) for key in (short, f'{short}Config') if isinstance(properties.get(key), dict)]
    for each in [properties, *nested]:
        for key in (f'{short}Name', 'Name', f'{short}Identifier', 'DashboardName', 'BackupVaultName', 'DBInstanceIdentifier'):
            if isinstance(each.get(key), str):
                # A host has one record per type. The name of an alias is unique in its function, of a stage in its API.
                within = properties.get({'Alias': 'FunctionName', 'Stage': 'ApiId'}.get(short, 'Type'), '')
                place = 'everywhere' if kind.startswith(('AWS::IAM', 'AWS::CloudFront')) else region
                return (kind, each[key], within if isinstance(within, str) else '', place)
    return None


class Values:
    """Resolves the functions of a template."""

    def __init__(self, cloud, stack):
        self.cloud, self.stack, self.imports, self.names = cloud, stack, set(), {}
        self.pseudo = {
            'AWS::Region': stack.region, 'AWS::AccountId': stack.account, 'AWS::Partition': 'aws',
            'AWS::URLSuffix': 'amazonaws.com', 'AWS::StackName': stack.name, 'AWS::NoValue': None,
            'AWS::StackId': f'arn:aws:cloudformation:{stack.region}:{stack.account}:stack/{stack.name}/1',
        }

    def condition(self, name):
        return self.of(self.stack.template['Conditions'][name])

    def of(self, value):
        if isinstance(value, list):
            return [self.of(each) for each in value]
        if not isinstance(value, dict):
            return value
        if len(value) == 1:
            [(key, given)] = value.items()
            function = FUNCTIONS.get(key)
            if function:
                return function(self, given)
        return {key: self.of(each) for key, each in value.items()}

    def ref(self, name):
        if name in self.pseudo:
            return self.pseudo[name]
        if name in self.stack.template.get('Parameters', {}):
            return self.stack.parameters.get(name, self.stack.template['Parameters'][name].get('Default', ''))
        if name not in self.stack.resources:
            raise Refused(f'Unresolved resource dependencies [{name}]')
        if name not in self.names:
            # Reads the name from the template, because a reference may precede the resolution of its resource.
            given = self.of(self.stack.template['Resources'][name].get('Properties', {}))
            found = physical_name(self.stack.resources[name].kind, given, self.stack.region)
            self.names[name] = found[1] if found else f'{self.stack.name}-{name}'
        return self.names[name]

    def attribute(self, given):
        name, attribute = given if isinstance(given, list) else given.split('.', 1)
        ref = self.ref(name)
        if not attribute.endswith('Arn'):
            return f'{ref}.{attribute}'
        service = self.stack.resources[name].kind.split('::')[1].lower()
        return f'arn:aws:{service}:{self.stack.region}:{self.stack.account}:{attribute}/{ref}'

    def substitute(self, given):
        text, own = given if isinstance(given, list) else (given, {})
        parts = text.split('${')
        done = [parts[0]]
        for part in parts[1:]:
            name, rest = part.split('}', 1)
            if name.startswith('!'):
                done.append('${' + name[1:] + '}')
            elif name in own:
                done.append(str(self.of(own[name])))
            else:
                done.append(str(self.attribute(name) if '.' in name else self.ref(name)))
            done.append(rest)
        return ''.join(done)

    def imported(self, given):
        name = self.of(given)
        exports = self.cloud.exports(self.stack.region)
        if name not in exports:
            raise Refused(f'No export named {name} found')
        self.imports.add(name)
        return exports[name][1]

    def stack_output(self, given):
        asked = self.of(given)
        region = asked.get('Region') or self.stack.region
        other = self.cloud.stacks.get((region, asked['StackName']))
        if other is None or asked['OutputName'] not in other.outputs:
            raise Refused(f"Stack {asked['StackName']} has no output {asked['OutputName']}")
        return other.outputs[asked['OutputName']]

    def select(self, given):
        index, items = given
        items = self.of(items)
        return items[int(index)] if int(index) < len(items) else ''


FUNCTIONS = {
    'Ref': Values.ref,
    'Fn::GetAtt': Values.attribute,
    'Fn::Sub': Values.substitute,
    'Fn::ImportValue': Values.imported,
    'Fn::GetStackOutput': Values.stack_output,
    'Fn::Select': Values.select,
    'Fn::Join': lambda self, given: given[0].join(str(each) for each in self.of(given[1])),
    'Fn::Split': lambda self, given: str(self.of(given[1])).split(given[0]),
    'Fn::If': lambda self, given: self.of(given[1] if self.condition(given[0]) else given[2]),
    'Fn::Equals': lambda self, given: self.of(given[0]) == self.of(given[1]),
    'Fn::Not': lambda self, given: not self.of(given[0]),
    'Fn::And': lambda self, given: all(self.of(given)),
    'Fn::Or': lambda self, given: any(self.of(given)),
    'Condition': lambda self, given: self.condition(given),
    'Fn::FindInMap': lambda self, given: self.stack.template['Mappings'][self.of(given[0])][self.of(given[1])][self.of(given[2])],
    'Fn::GetAZs': lambda self, _given: [f'{self.stack.region}{letter}' for letter in 'abc'],
    'Fn::Base64': lambda self, given: self.of(given),
}
