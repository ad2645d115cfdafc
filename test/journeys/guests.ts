/** Which of the crowd of `guest-1` to `guest-80` each story takes, so that no two stories meet. */
const places = {
  mainJob: [1, 3],
  webhook: [4, 16],
  execute: [17, 22],
  signIn: [23, 36],
  workspaces: [37, 46],
  link: [47, 58],
  tokens: [59, 67],
  everyEndpoint: [68, 70],
  logs: [71, 72],
  triggers: [73, 76],
  cascades: [77, 80],
} as const satisfies Readonly<Record<string, readonly [first: number, last: number]>>;

/** Hands out people whom nobody has met, one after the other. */
export function guests(story: keyof typeof places): () => string {
  const [first, last] = places[story];
  let next: number = first;
  return () => {
    if (next > last) throw new Error(`The story ${story} has no more guests; give it a larger place.`);
    next += 1;
    return `guest-${next - 1}`;
  };
}
