import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';

import { refresh } from '#web/api/refresh.ts';

/** Refetches the skill on every navigation, because it changes outside the app. */
export function useInvalidateSkillOnMove(): void {
  const queries = useQueryClient();
  const [path] = useLocation();
  const before = useRef(path);
  useEffect(() => {
    if (before.current === path) return;
    before.current = path;
    void refresh(queries, ['/api/amazon-auth']);
  }, [path, queries]);
}
