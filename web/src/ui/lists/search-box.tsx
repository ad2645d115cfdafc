import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';

import { useTranslation } from '#web/i18n/use-translation.ts';

import { IconButton } from '../buttons/icon-button.tsx';
import { inputClass } from '../field.tsx';

/** Milliseconds after typing until the number of results is announced. */
const announceAfter = 400;

type SearchBoxProps = {
  name: string;
  value: string;
  onChange: (value: string) => void;
  /** Announced after typing: "3 results". */
  resultText: string;
  wide?: boolean;
};

export function SearchBox({ name, value, onChange, resultText, wide = false }: SearchBoxProps) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    onChange('');
    input.current?.focus();
  };
  return (
    <search className={clsx('relative block w-full', !wide && 'sm:max-w-xs')}>
      <Search
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-subtle"
        size={16}
      />
      <input
        aria-label={name}
        autoComplete="off"
        className={`${inputClass} pr-10 pl-9 [&::-webkit-search-cancel-button]:hidden`}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && value) clear();
        }}
        placeholder={name}
        ref={input}
        spellCheck={false}
        type="search"
        value={value}
      />
      {value && (
        <div className="absolute inset-y-0 right-0.5 flex items-center">
          <IconButton icon={<X aria-hidden size={16} />} name={t('common.clearSearch')} onClick={clear} />
        </div>
      )}
      <ResultCount text={value ? resultText : ''} />
    </search>
  );
}

function ResultCount({ text }: { text: string }) {
  const [said, setSaid] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), announceAfter);
    return () => clearTimeout(timer);
  }, [text]);
  return <output className="sr-only">{said}</output>;
}
