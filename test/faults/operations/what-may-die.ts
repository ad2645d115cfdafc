import { functions, type FunctionRow } from '#infra/functions.ts';

export const everythingThatMayDie = (): string[] => functions.flatMap(namesIn);

function namesIn({ name, contracts = [], source }: FunctionRow): string[] {
  const calls = contracts.flatMap((contract) => Object.keys(contract).map((call) => `${name} ${call}`));
  if (typeof source === 'string') return [...calls, `${name} ${source}`];
  return [...calls, ...(source ?? []).map(({ input }) => `${name} ${input['job'] ?? ''}`)];
}

const reads = 'only reads, or refreshes what it has read in one write';
const oneWrite = 'one write, or one transaction: done or not done';
const elsewhere = (file: string): string => `test/stores/${file}-crashes.test.ts`;

export const exempt: Readonly<Record<string, string>> = {
  'health health': reads,
  'skill-events skillEvents': 'test/stores/alexa/skill-events.test.ts kills it at every write',
  'status status': reads,
  'status statusDays': reads,
  'auth currentUser': reads,
  'auth logout': oneWrite,
  'auth listSessions': reads,
  'auth endSession': 'the browser is forgotten and then the session deleted: asking again ends it',
  'auth endSessions': 'each session is one delete, and asking again ends those that are left',
  'auth amazon': oneWrite,
  'auth google': oneWrite,
  'auth googleCallback':
    'the state is used up, and then one transaction signs up: whoever lost the answer signs in again',
  'workspaces listWorkspaces': reads,
  'workspaces currentWorkspace': reads,
  'workspaces readWorkspace': reads,
  'workspaces createWorkspace': oneWrite,
  'workspaces switchWorkspace': oneWrite,
  'workspaces hideFirstSteps': oneWrite,
  'workspaces setFavorites': oneWrite,
  'workspaces rotateWorkspaceToken': oneWrite,
  'workspaces readMyData': reads,
  'workspaces readDeletion': reads,
  'workspaces planDeletion': oneWrite,
  'workspaces revokeDeletion': oneWrite,
  'account-jobs deleteAccounts': 'test/stores/account/account-deletion.test.ts',
  'amazon-auth amazonAuth': elsewhere('grant'),
  'amazon-auth cancelConnecting': oneWrite,
  'triggers listTriggers': reads,
  'triggers createTrigger': oneWrite,
  'triggers updateTrigger': oneWrite,
  'triggers deleteTrigger': oneWrite,
  'triggers resyncTrigger': oneWrite,
  'triggers listPlans': reads,
  'triggers createPlan': oneWrite,
  'triggers updatePlan': oneWrite,
  'triggers deletePlan': oneWrite,
  'triggers listAccessKeys': reads,
  'triggers createAccessKey': oneWrite,
  'triggers updateAccessKey': oneWrite,
  'triggers deleteAccessKey': oneWrite,
  'triggers readNightlyCheck': reads,
  'triggers switchNightlyCheck': 'test/stores/schedule/nightly-check.test.ts kills it at every write',
  'triggers checkTrigger': 'renews a token and fires as an execution does, with the same code',
  'triggers listExecutions': reads,
  'triggers listActivity': reads,
  'triggers dailyExecutions': reads,
  'triggers listPeople': reads,
  'findings readFindings': reads,
  'findings changeFindings': oneWrite,
  'findings pollFindings': 'reads, and notes in one write that a key was used',
  'whatsapp currentInstance': elsewhere('line'),
  'whatsapp listInstances': reads,
  'whatsapp availableInstances': reads,
  'whatsapp instanceQrCode': elsewhere('whatsapp'),
  'whatsapp checkConnection': elsewhere('line'),
  'whatsapp updateDisconnectedStatus': elsewhere('whatsapp'),
  'whatsapp profilePicture': reads,
  'whatsapp groupsOfInstance': reads,
  'whatsapp readPasskey': reads,
  'whatsapp requestPairingCode': 'writes nothing: the gateway is asked',
  'whatsapp answerPasskey': 'writes nothing: the gateway is told',
  'whatsapp confirmPasskey': 'writes nothing: the gateway is told',
  'whatsapp listGroups': reads,
  'whatsapp changeGroup': oneWrite,
  'whatsapp unlinkGroup': elsewhere('whatsapp'),
  'webhook readRun': 'reads, and notes in one write that a key was used',
  'webhook passPage': reads,
  'webhook readPass': reads,
  'webhook readPassRun': reads,
  'webhook fireByPass': 'fires as a webhook does, with the same code',
  'schedules checkGrants': elsewhere('grant'),
  'schedules reseal':
    'each value is one conditional write, and the walk goes on where it was: test/stores/operator/reseal.test.ts',
  'schedules watchChannels':
    'each write replaces an item, and the next look adds the day up anew: test/stores/channel-status.test.ts',
  'canary canary': 'writes nothing: it fires a webhook, as anybody could',
  'billing createPortalSession': 'writes nothing: Stripe is told',
  'billing createPlanUpdateSession': 'writes nothing: Stripe is told',
  'billing createPaymentMethodUpdateSession': 'writes nothing: Stripe is told',
  'whatsapp-jobs lookAtLines': elsewhere('line'),
  'whatsapp-jobs reconcile': elsewhere('line'),
};
