/** Ranges of `guest-1` to `guest-672`, so that no two journeys share a user. */
const places = {
  mainJob: [1, 4],
  webhook: [5, 20],
  execute: [21, 36],
  signIn: [37, 56],
  workspaces: [649, 672],
  link: [73, 96],
  tokens: [97, 116],
  everyEndpoint: [117, 120],
  logs: [125, 132],
  triggers: [133, 148],
  cascades: [149, 164],
  voice: [613, 624],
  alexaDevices: [173, 178],
  alexaUpkeep: [179, 186],
  alexaContact: [187, 190],
  fuzz: [191, 194],
  snippets: [195, 198],
  notFetched: [199, 200],
  billing: [201, 240],
  billingLogs: [241, 244],
  numberCascades: [245, 260],
  whatsappPairing: [261, 284],
  whatsappCommands: [285, 314],
  whatsappShared: [315, 324],
  whatsappWeather: [325, 340],
  status: [341, 344],
  canary: [345, 352],
  forget: [353, 356],
  portalLate: [357, 358],
  trialMarks: [359, 380],
  wholeWay: [381, 384],
  account: [385, 388],
  sessions: [389, 408],
  safety: [409, 416],
  connect: [417, 440],
  connectTrips: [441, 476],
  findings: [477, 484],
  accessKeys: [485, 496],
  passes: [497, 504],
  receipts: [505, 512],
  skillEvents: [513, 520],
  moved: [521, 524],
  reconnect: [525, 536],
  connectLogs: [537, 540],
  check: [625, 648],
  activity: [541, 544],
  connectRefusals: [557, 608],
  schedule: [609, 612],
  // In a separate stack.
  clock: [1, 20],
  stages: [1, 8],
} as const satisfies Readonly<Record<string, readonly [first: number, last: number]>>;

export function guests(story: keyof typeof places): () => string {
  const [first, last] = places[story];
  let next: number = first;
  return () => {
    if (next > last) throw new Error(`The story ${story} has no more guests; give it a larger place.`);
    next += 1;
    return `guest-${next - 1}`;
  };
}
