import { importsOf, isTest, type Source } from './fences.ts';

export type FolderCircle = {
  /** For example "functions/alexa: devices, events". */
  folders: string;
  /** A message for each import that closes the cycle. */
  imports: string[];
};

type Edge = { from: string; to: string; file: string; imported: string };

/**
 * Finds sibling folders that import each other, directly or through others, including their subfolders. Type imports
 * count. Files directly in the parent are ignored.
 */
export function folderCircles(sources: readonly Source[]): FolderCircle[] {
  const edges = sources.filter(({ path }) => !isTest(path)).flatMap(edgesOf);
  return [...Map.groupBy(edges, ({ from }) => parentOf(from))]
    .flatMap(([parent, siblings]) => circlesIn(parent, siblings))
    .toSorted((one, other) => one.folders.localeCompare(other.folders));
}

function edgesOf(source: Source): Edge[] {
  return importsOf(source).flatMap(({ from: owner, name }) => {
    const [here, there] = [source.path.split('/'), name.split('/')];
    const shared = here.findIndex((part, index) => part !== there[index]);
    const areFolders = shared < here.length - 1 && shared < there.length - 1;
    if (owner === 'package' || shared < 1 || !areFolders) return [];
    const folderOf = (parts: readonly string[]) => parts.slice(0, shared + 1).join('/');
    return [{ from: folderOf(here), to: folderOf(there), file: source.path, imported: name }];
  });
}

function circlesIn(parent: string, edges: readonly Edge[]): FolderCircle[] {
  const reached = new Map(edges.map(({ from }) => [from, reachedFrom(from, edges)]));
  const isInCircle = (folder: string) => reached.get(folder)?.has(folder) === true;
  const circles = Map.groupBy(
    edges.filter(({ from, to }) => reached.get(to)?.has(from)),
    ({ from }) =>
      [...(reached.get(from) ?? [])]
        .filter((folder) => isInCircle(folder) && reached.get(folder)?.has(from))
        .toSorted()
        .join(', '),
  );
  return [...circles].map(([folders, closing]) => ({
    folders: `${parent}: ${folders.replaceAll(`${parent}/`, '')}`,
    imports: closing.map(({ file, imported }) => `${file} imports ${imported}`),
  }));
}

/** Includes the folder itself only if it is reached through others. */
function reachedFrom(folder: string, edges: readonly Edge[]): Set<string> {
  const reached = new Set<string>();
  const rest = [folder];
  for (let at = rest.pop(); at !== undefined; at = rest.pop()) {
    for (const { from, to } of edges) {
      if (from !== at || reached.has(to)) continue;
      reached.add(to);
      rest.push(to);
    }
  }
  return reached;
}

const parentOf = (folder: string): string => folder.slice(0, folder.lastIndexOf('/'));
