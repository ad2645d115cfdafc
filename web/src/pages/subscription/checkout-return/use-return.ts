import { useLocation, useSearch } from 'wouter';

export type CheckoutReturn = 'success' | 'canceled';

const ways = ['success', 'canceled'] as const;

/** `success=true` or `canceled=true` in the address, which stays until dismissed. */
export function useReturn(): [way: CheckoutReturn | undefined, dismiss: () => void] {
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
