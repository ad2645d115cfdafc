import { useLocation, useSearch } from 'wouter';

/** How a visit to the checkout ended. */
export type Return = 'success' | 'canceled';

const ways = ['success', 'canceled'] as const;

/** What the address says of a checkout: `success=true` or `canceled=true`; it stays until dismissed. */
export function useReturn(): [way: Return | undefined, dismiss: () => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(search);
  const way = ways.find((name) => params.get(name) === 'true');
  const dismiss = () => {
    for (const name of ways) params.delete(name);
    const rest = params.toString();
    navigate(path + (rest && `?${rest}`), { replace: true });
  };
  return [way, dismiss];
}
