"""Usage: emulator.py PORT. Emulates the parts of AWS that `cdk` needs on 127.0.0.1: moto for S3, STS, SSM and ECR, and
CloudFormation's wire format around the rules of cloudformation.py.

/rehearsal/fail?stack=<name> makes the next deployment of a stack fail, /rehearsal/unprotect?stack=<name> ends its
termination protection, /rehearsal/delete?type=<type> deletes what stacks left behind, /rehearsal/reset forgets all stacks,
and /rehearsal/left lists the remaining stacks and resources.
"""
import datetime
import json
import logging
import os
import sys
import uuid
from urllib.parse import parse_qs

PORT = int(sys.argv[1])
# The default account of moto.
ACCOUNT = '123456789012'
os.environ.update(MOTO_PORT=str(PORT), AWS_ACCESS_KEY_ID='testing', AWS_SECRET_ACCESS_KEY='testing')

import boto3
from moto.cloudformation.exceptions import ValidationError
from moto.cloudformation.responses import CloudFormationResponse
from moto.core.responses import ActionResult, EmptyResult
from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
from werkzeug.serving import run_simple

from cloudformation import Cloud, Refused, Stack, Values, parsed

cloud = Cloud()
# By region and name: data for DescribeStacks that the rules do not need. Also by ARN once a stack is deleted.
records = {}
change_sets = {}


def client(service, region):
    return boto3.client(service, region_name=region, endpoint_url=f'http://localhost:{PORT}')


class Record:
    def __init__(self, region, name):
        self.stack = Stack(name, region, ACCOUNT)
        self.arn = f'arn:aws:cloudformation:{region}:{ACCOUNT}:stack/{name}/{uuid.uuid4()}'
        self.made = now()
        self.status, self.is_protected, self.tags, self.events = '', False, [], []

    def enter(self, status, reason=None):
        self.status = status
        self.events.insert(0, {
            'StackId': self.arn, 'StackName': self.stack.name, 'EventId': str(uuid.uuid4()), 'Timestamp': now(),
            'LogicalResourceId': self.stack.name, 'PhysicalResourceId': self.arn, 'ResourceStatus': status,
            'ResourceType': 'AWS::CloudFormation::Stack', **({'ResourceStatusReason': reason} if reason else {}),
        })

    def shown(self):
        return {
            'StackId': self.arn, 'StackName': self.stack.name, 'StackStatus': self.status, 'CreationTime': self.made,
            'EnableTerminationProtection': self.is_protected, 'Tags': self.tags, 'NotificationARNs': [],
            'Parameters': [{'ParameterKey': key, 'ParameterValue': value} for key, value in self.stack.parameters.items()],
            'Outputs': [{'OutputKey': key, 'OutputValue': str(value)} for key, value in self.stack.outputs.items()],
        }


def now():
    return datetime.datetime.now(datetime.timezone.utc)


class CloudFormation(CloudFormationResponse):
    """Replaces moto's actions with the same names."""

    # Responses already have the wire format.
    RESPONSE_KEY_PATH_TO_TRANSFORMER = {}

    def _record(self):
        asked = self._get_param('StackName')
        record = records.get((self.region, asked)) or records.get(asked)
        if record is None:
            raise refusal(f'Stack with id {asked} does not exist')
        return record

    def _change_set(self):
        asked, stack = self._get_param('ChangeSetName'), self._get_param('StackName')
        for arn, each in reversed(change_sets.items()):
            if asked == arn or (asked == each['ChangeSetName'] and stack in (each['StackName'], each['StackId'])):
                return each
        raise refusal(f'ChangeSet [{asked}] does not exist', 'ChangeSetNotFound')

    def describe_stacks(self):
        if self._get_param('StackName'):
            return ActionResult({'Stacks': [self._record().shown()]})
        return ActionResult({'Stacks': [record.shown() for key, record in records.items() if key[0] == self.region]})

    def get_template(self):
        return ActionResult({'TemplateBody': self._record().stack.text or '{}'})

    def describe_stack_events(self):
        return ActionResult({'StackEvents': self._record().events})

    def list_stack_resources(self):
        resources = self._record().stack.resources
        return ActionResult({'StackResourceSummaries': [
            {'LogicalResourceId': logical, 'PhysicalResourceId': resource.name[1] if resource.name else logical,
             'ResourceType': resource.kind, 'ResourceStatus': 'CREATE_COMPLETE', 'LastUpdatedTimestamp': now()}
            for logical, resource in resources.items()]})

    def create_change_set(self):
        name, kind = self._get_param('StackName'), self._get_param('ChangeSetType', 'UPDATE')
        record = records.get((self.region, name))
        if kind == 'CREATE' and (record is None or record.status != 'REVIEW_IN_PROGRESS'):
            if record is not None:
                raise refusal(f'Stack [{name}] already exists and cannot be created again')
            record = records[(self.region, name)] = Record(self.region, name)
            records[record.arn] = record
            record.enter('REVIEW_IN_PROGRESS')
        record = self._record()
        url = self._get_param('TemplateURL')
        text = self._get_stack_from_s3_url(url) if url else self._get_param('TemplateBody')
        text = text.decode() if isinstance(text, bytes) else text
        after = parsed(text)
        parameters = {key: each['Default'] for key, each in after.get('Parameters', {}).items() if 'Default' in each}
        for each in self._get_param('Parameters', []):
            key, is_kept = each['ParameterKey'], str(each.get('UsePreviousValue')).lower() == 'true'
            parameters[key] = record.stack.parameters[key] if is_kept else each['ParameterValue']
        tags = self._get_param('Tags', [])
        is_same = kind == 'UPDATE' and (after, parameters, tags) == (record.stack.template, record.stack.parameters, record.tags)
        arn = f'arn:aws:cloudformation:{self.region}:{ACCOUNT}:changeSet/{self._get_param("ChangeSetName")}/{uuid.uuid4()}'
        change_sets[arn] = {
            'ChangeSetId': arn, 'ChangeSetName': self._get_param('ChangeSetName'), 'StackId': record.arn, 'StackName': name,
            'Tags': tags, 'CreationTime': now(), 'Parameters': [], 'NotificationARNs': [],
            'Changes': changes_between(record.stack.template.get('Resources', {}), after['Resources']),
            'Status': 'FAILED' if is_same else 'CREATE_COMPLETE',
            'StatusReason': "The submitted information didn't contain changes." if is_same else '',
            'ExecutionStatus': 'UNAVAILABLE' if is_same else 'AVAILABLE',
            'own': (record, kind, text, parameters, str(self._get_param('ImportExistingResources')).lower() == 'true'),
        }
        return ActionResult({'Id': arn, 'StackId': record.arn})

    def describe_change_set(self):
        return ActionResult({key: value for key, value in self._change_set().items() if key != 'own'})

    def delete_change_set(self):
        asked, stack = self._get_param('ChangeSetName'), self._get_param('StackName')
        for arn, each in list(change_sets.items()):
            if asked == arn or (asked == each['ChangeSetName'] and stack in (each['StackName'], each['StackId'])):
                del change_sets[arn]
        return EmptyResult()

    def execute_change_set(self):
        change_set = self._change_set()
        record, kind, text, parameters, adopts = change_set['own']
        if not record.status.endswith('_COMPLETE') and record.status != 'REVIEW_IN_PROGRESS' or record.status == 'ROLLBACK_COMPLETE':
            raise refusal(f'Stack:{record.arn} is in {record.status} state and can not be updated.')
        del change_sets[change_set['ChangeSetId']]
        record.enter(f'{kind}_IN_PROGRESS', 'User Initiated')
        try:
            cloud.deploy(record.stack, text, parameters, adopts)
        except Refused as reason:
            prefix = 'ROLLBACK' if kind == 'CREATE' else 'UPDATE_ROLLBACK'
            record.enter(f'{prefix}_IN_PROGRESS', str(reason))
            stuck = getattr(reason, 'rollback_failed', None)
            record.enter(f'{prefix}_FAILED' if stuck else f'{prefix}_COMPLETE', stuck)
            return EmptyResult()
        cloud.stacks[(self.region, record.stack.name)] = record.stack
        record.tags = change_set['Tags']
        make_real(record.stack)
        record.enter(f'{kind}_COMPLETE')
        return EmptyResult()

    def update_termination_protection(self):
        record = self._record()
        record.is_protected = str(self._get_param('EnableTerminationProtection')).lower() == 'true'
        return ActionResult({'StackId': record.arn})

    def delete_stack(self):
        asked = self._get_param('StackName')
        record = records.get((self.region, asked)) or records.get(asked)
        if record is None:
            return EmptyResult()
        if record.is_protected:
            raise refusal(f'Stack [{record.stack.name}] cannot be deleted while TerminationProtection is enabled')
        record.enter('DELETE_IN_PROGRESS', 'User Initiated')
        try:
            cloud.delete(record.stack)
        except Refused as reason:
            record.enter('DELETE_FAILED', str(reason))
            return EmptyResult()
        record.enter('DELETE_COMPLETE')
        records.pop((self.region, record.stack.name), None)
        return EmptyResult()


def changes_between(before, after):
    def change(action, logical, kind):
        return {'Type': 'Resource', 'ResourceChange': {
            'Action': action, 'LogicalResourceId': logical, 'ResourceType': kind, 'Scope': [], 'Details': []}}
    return [
        *(change('Add' if logical not in before else 'Modify', logical, given['Type'])
          for logical, given in after.items() if before.get(logical) != given),
        *(change('Remove', logical, given['Type']) for logical, given in before.items() if logical not in after),
    ]


def refusal(message, code='ValidationError'):
    error = ValidationError('', message=message)
    error.code = error.error_type = code
    return error


def make_real(stack):
    """Creates the places where CDK stores assets, as the stack of `cdk bootstrap` defines them."""
    if stack.name != 'CDKToolkit':
        return
    for logical, given in stack.template['Resources'].items():
        if logical not in stack.resources:
            continue
        properties = Values(cloud, stack).of(given.get('Properties', {}))
        if given['Type'] == 'AWS::S3::Bucket':
            where = {} if stack.region == 'us-east-1' else {'CreateBucketConfiguration': {'LocationConstraint': stack.region}}
            client('s3', stack.region).create_bucket(Bucket=properties['BucketName'], **where)
        elif given['Type'] == 'AWS::SSM::Parameter':
            client('ssm', stack.region).put_parameter(Name=properties['Name'], Value=str(properties['Value']), Type='String')


for name in [name for name in vars(CloudFormation) if not name.startswith('__')]:
    setattr(CloudFormationResponse, name, vars(CloudFormation)[name])

aws = DomainDispatcherApplication(create_backend_app)


def application(environ, start_response):
    path = environ['PATH_INFO']
    if not path.startswith('/rehearsal/'):
        return aws(environ, start_response)
    asked = parse_qs(environ.get('QUERY_STRING', ''))
    answer = {}
    if path == '/rehearsal/fail':
        cloud.failing.update(asked['stack'])
    elif path == '/rehearsal/unprotect':
        for record in records.values():
            record.is_protected = record.is_protected and record.stack.name != asked['stack'][0]
    elif path == '/rehearsal/delete':
        cloud.delete_left_behind(asked['type'][0])
    elif path == '/rehearsal/reset':
        cloud.failing.clear()
        change_sets.clear()
        for key in [key for key, record in records.items() if record.stack.name != 'CDKToolkit']:
            del records[key]
        cloud.stacks = {key: stack for key, stack in cloud.stacks.items() if stack.name == 'CDKToolkit'}
        cloud.names = {name: owner for name, owner in cloud.names.items() if owner and owner[0] == 'CDKToolkit'}
    else:
        answer = {
            'stacks': {record.stack.name: record.status for key, record in records.items() if isinstance(key, tuple)},
            'leftBehind': sorted(f'{name[0]} {name[1]}' for name, owner in cloud.names.items() if owner is None),
        }
    start_response('200 OK', [('content-type', 'application/json')])
    return [json.dumps(answer).encode()]


if __name__ == '__main__':
    logging.getLogger('werkzeug').setLevel(logging.ERROR)
    run_simple('127.0.0.1', PORT, application, threaded=True, use_reloader=False)
