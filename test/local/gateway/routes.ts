/** `method` may be `ANY`, and the last segment may be `{name+}`. */
export type GatewayRoute<Target> = { method: string; path: string; target: Target };

export type Match<Target> = {
  target: Target;
  routeKey: string;
  params?: Record<string, string>;
};

type Leaf<Target> = { target: Target; routeKey: string; names: readonly string[] };
type Node<Target> = {
  exact: Map<string, Node<Target>>;
  param?: Node<Target>;
  rest?: Node<Target>;
  methods: Map<string, Leaf<Target>>;
};

const newNode = <Target>(): Node<Target> => ({ exact: new Map(), methods: new Map() });

/**
 * Precedence: exact segments, `{name}`, `{name+}`; the method before `ANY`.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
 */
export function routeTable<Target>(routes: readonly GatewayRoute<Target>[]) {
  const root = newNode<Target>();
  for (const route of routes) plant(root, route);

  return (method: string, path: string): Match<Target> | undefined => {
    const segments = path.split('/');
    const values: string[] = [];
    const leaf = walk(root, method, segments, 1, values);
    if (!leaf) return undefined;
    if (leaf.names.length === 0) return { target: leaf.target, routeKey: leaf.routeKey };
    const params: Record<string, string> = {};
    leaf.names.forEach((name, index) => (params[name] = values[index] ?? ''));
    return { target: leaf.target, routeKey: leaf.routeKey, params };
  };
}

function plant<Target>(root: Node<Target>, { method, path, target }: GatewayRoute<Target>): void {
  let node = root;
  const names: string[] = [];
  for (const segment of path.split('/').slice(1)) {
    const name = /^\{(.+?)(\+?)\}$/.exec(segment);
    if (!name) {
      const next = node.exact.get(segment) ?? newNode<Target>();
      node.exact.set(segment, next);
      node = next;
      continue;
    }
    names.push(name[1] ?? '');
    if (name[2]) node = node.rest ??= newNode<Target>();
    else node = node.param ??= newNode<Target>();
  }
  node.methods.set(method, { target, routeKey: `${method} ${path}`, names });
}

function walk<Target>(
  node: Node<Target>,
  method: string,
  segments: readonly string[],
  at: number,
  values: string[],
): Leaf<Target> | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.methods.get(method) ?? node.methods.get('ANY');
  const exact = node.exact.get(segment);
  const found = exact && walk(exact, method, segments, at + 1, values);
  if (found) return found;
  if (segment === '') return undefined;
  const kept = values.length;
  if (node.param) {
    values.push(segment);
    const below = walk(node.param, method, segments, at + 1, values);
    if (below) return below;
    values.length = kept;
  }
  const leaf = node.rest && (node.rest.methods.get(method) ?? node.rest.methods.get('ANY'));
  if (leaf) values.push(segments.slice(at).join('/'));
  return leaf;
}
