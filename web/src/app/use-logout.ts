import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';

import { authContract } from '#shared/contracts/auth.ts';
import { mutationFor } from '#web/api/query-for.ts';

import { forgetUser } from './session-end.ts';

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
