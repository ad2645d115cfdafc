import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { Button } from './buttons/button.tsx';
import { IconButton } from './buttons/icon-button.tsx';
import { copyText } from './copy-text.ts';
import { showToast } from './toasts/toast-store.ts';

/** In milliseconds. */
const tickFor = 2500;

type CopyButtonProps = {
  text: string | (() => Promise<string>);
  name: string;
  label?: string;
  compact?: boolean;
  onRefused?: (text: string) => void;
};

export function CopyButton({ text, name, label, compact = false, onRefused }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), tickFor);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    if (!(await copyText(t, { text, onRefused }))) return;
    setCopied(true);
    if (!compact) showToast({ title: t('common.copied') });
  };

  const icon = copied ? <Check aria-hidden className="text-success" size={16} /> : <Copy aria-hidden size={16} />;
  const said = copied ? t('common.copied') : name;
  if (!label) return <IconButton icon={icon} name={said} onClick={() => void copy()} />;
  return (
    <Button
      aria-label={copied ? undefined : name}
      icon={icon}
      variant="secondary"
      onClick={() => void copy()}
      size="small"
    >
      {copied ? t('common.copied') : label}
    </Button>
  );
}
