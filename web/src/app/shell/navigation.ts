import {
  Building2,
  CreditCard,
  LayoutDashboard,
  type LucideIcon,
  MessageCircle,
  UserRoundCheck,
  Zap,
} from 'lucide-react';

import type { TextKey } from '#web/i18n/text-key.ts';

export const navigation: readonly { path: string; label: TextKey; icon: LucideIcon }[] = [
  { path: '/dashboard', label: 'shell.nav.dashboard', icon: LayoutDashboard },
  { path: '/amazon-auth', label: 'shell.nav.amazonAuth', icon: UserRoundCheck },
  { path: '/triggers', label: 'shell.nav.triggers', icon: Zap },
  { path: '/whatsapp', label: 'shell.nav.whatsapp', icon: MessageCircle },
  { path: '/workspaces', label: 'shell.nav.workspaces', icon: Building2 },
  { path: '/subscription', label: 'shell.nav.subscription', icon: CreditCard },
];
