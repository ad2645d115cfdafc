import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { authContract } from '#shared/contracts/auth.ts';
import { forgetUser } from '#web/api/forget-user.ts';
import { mutationFor } from '#web/api/query-for.ts';

export function useLogout() {
  const queries = useQueryClient();
  const [, navigate] = useLocation();
  const { mutationFn } = mutationFor(authContract.logout);
  return useMutation({
    mutationFn: () => mutationFn({}),
    onSuccess: () => {
      forgetUser(queries);
      navigate('/login');
    },
  });
}
