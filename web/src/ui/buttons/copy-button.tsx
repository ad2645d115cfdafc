import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { showToast } from '../toasts/toast-store.ts';
import { Button } from './button.tsx';
import { IconButton } from './icon-button.tsx';

/** How long the tick stays after copying (milliseconds). */
const tickFor = 2500;

type CopyButtonProps = {
  /** What to copy, or a way to get it that may fail. */
  text: string | (() => Promise<string>);
  /** Name of the button before copying: "Copy webhook address of Kitchen lights". */
  name: string;
  /** A visible label; without one only the icon shows. */
  label?: string;
  /** Without the polite toast, for things beside their own text. */
  compact?: boolean;
  /** Called when the browser refuses; a page can then show the text selected. */
  onRefused?: (text: string) => void;
};

/** Copies a text: the icon becomes a tick and the name says so for a while; a polite toast repeats it. */
export function CopyButton({ text, name, label, compact = false, onRefused }: CopyButtonProps) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState(false);

  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), tickFor);
    return () => clearTimeout(timer);
  }, [copied]);

  const copy = async () => {
    const failed = (description: string) =>
      showToast({ title: t('errors.generic'), description, variant: 'destructive' });
    const value = typeof text === 'string' ? text : await text().catch(() => undefined);
    if (value === undefined) return failed(t('errors.network'));
    try {
      await navigator.clipboard.writeText(value);
    } catch {
      return onRefused ? onRefused(value) : failed(t('errors.copyFailed'));
    }
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
      look="secondary"
      onClick={() => void copy()}
      size="small"
    >
      {copied ? t('common.copied') : label}
    </Button>
  );
}
