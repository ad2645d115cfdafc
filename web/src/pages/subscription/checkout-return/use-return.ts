import { useLocation, useSearch } from 'wouter';

export type CheckoutReturn = 'success' | 'canceled';

const ways = ['success', 'canceled'] as const;

/**
 * Reads `success=true` or `canceled=true` from the address. `forget` removes it, so that a reload does not show the
 * result again.
 */
export function useReturn(): [way: CheckoutReturn | undefined, forget: () => void] {
  const search = useSearch();
  const [path, navigate] = useLocation();
  const params = new URLSearchParams(search);
  const way = ways.find((name) => params.get(name) === 'true');
  const forget = () => {
    for (const name of ways) params.delete(name);
    const rest = params.toString();
    navigate(path + (rest && `?${rest}`), { replace: true });
  };
  return [way, forget];
}
