import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'wouter';

import { triggersContract } from '#shared/contracts/triggers.ts';
import type { Group } from '#shared/contracts/whatsapp.ts';
import { isEverydayCommand } from '#shared/rules/group-commands/everyday-phrases.ts';
import { commandWords } from '#shared/rules/group-commands/own-words.ts';
import { withPrefix } from '#shared/rules/group-commands/prefix.ts';
import { queryFor } from '#web/api/query-for.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { buttonClass } from '#web/ui/buttons/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { CodeBlock } from '#web/ui/code-block.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { inputClass } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';

import { namesOfGroups } from './names-of-groups.ts';
import { PrefixForm } from './prefix-form.tsx';

type HowToCardProps = {
  workspaceId: number;
  groups: readonly Group[];
  group: Group;
  /** Scrolls into view and receives the focus. */
  isRequested: boolean;
  onChoose: (groupId: number) => void;
  onShown: () => void;
};

/** Explains what members write in a group. */
export function HowToCard({ workspaceId, groups, group, isRequested, onChoose, onShown }: HowToCardProps) {
  const { t } = useTranslation();
  const { data, isPending } = useQuery({
    ...queryFor(triggersContract.listTriggers, { workspaceId }),
    meta: { quiet: true },
  });
  const card = useRef<HTMLDivElement>(null);
  const shown = useEffectEvent(onShown);
  useEffect(() => {
    if (!isRequested || isPending) return;
    // Deferred, because a page that opens in the same step scrolls to its top and focuses its heading.
    queueMicrotask(() => {
      card.current?.scrollIntoView({ block: 'start' });
      card.current?.focus({ preventScroll: true });
    });
    shown();
  }, [isRequested, isPending]);
  if (isPending) return null;
  const names = data && namesOfGroups(data);
  const hasNames = names !== undefined && names.length > 0;
  return (
    <div className="scroll-mt-20" ref={card} tabIndex={-1}>
      <Card
        actions={groups.length > 1 && <GroupChoice group={group} groups={groups} onChoose={onChoose} />}
        description={t('howTo.lead', { name: group.name })}
        title={t('howTo.title')}
      >
        <div className={clsx('grid items-start gap-6', hasNames ? 'lg:grid-cols-2' : 'max-w-xl')}>
          <div className="grid content-start gap-5">
            {hasNames && <Names names={names} prefix={group.prefix} />}
            {names?.length === 0 && <NoTriggers />}
            <Words prefix={group.prefix} />
            {hasNames && <EverydayWarning names={names} prefix={group.prefix} />}
            <PrefixForm group={group} key={group.id} workspaceId={workspaceId} />
          </div>
          {hasNames && <GroupMessage names={names} prefix={group.prefix} />}
        </div>
      </Card>
    </div>
  );
}

function NoTriggers() {
  const { t } = useTranslation();
  return (
    <div className="grid justify-items-start gap-3">
      <p className="text-muted text-pretty">{t('howTo.noTriggers')}</p>
      <Link className={buttonClass('primary')} href="/triggers?create">
        {t('howTo.toTriggers')}
      </Link>
    </div>
  );
}

type ChoiceProps = Pick<HowToCardProps, 'groups' | 'group' | 'onChoose'>;

function GroupChoice({ groups, group, onChoose }: ChoiceProps) {
  const { t } = useTranslation();
  return (
    <div className="w-56 max-w-full">
      <select
        aria-label={t('howTo.group')}
        className={inputClass}
        onChange={({ target }) => onChoose(Number(target.value))}
        value={group.id}
      >
        {groups.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </div>
  );
}

type CommandsProps = { names: readonly string[]; prefix: string | null };

const maxNames = 12;

function Names({ names, prefix }: CommandsProps) {
  const { t } = useTranslation();
  const rest = names.length - maxNames;
  return (
    <ul aria-label={t('howTo.triggers')} className="flex flex-wrap gap-2">
      {names.slice(0, maxNames).map((name) => (
        <li key={name}>
          <Command>{withPrefix(name, prefix)}</Command>
        </li>
      ))}
      {rest > 0 && <li className="py-0.5 text-muted">{t('howTo.more', { count: rest })}</li>}
    </ul>
  );
}

function Words({ prefix }: Pick<CommandsProps, 'prefix'>) {
  const { t, i18n } = useTranslation();
  const words = commandWords[i18n.language];
  return (
    <dl aria-label={t('howTo.words')} className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-3 gap-y-2">
      {(['help', 'list', 'status'] as const).map((word) => (
        <div className="contents" key={word}>
          <dt>
            <Command>{withPrefix(words[word], prefix)}</Command>
          </dt>
          <dd className="text-muted">{t(`howTo.meaning.${word}`)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Command({ children }: { children: string }) {
  return (
    <code className="inline-block rounded-sm bg-sunken px-2 py-0.5 font-mono text-sm wrap-anywhere">{children}</code>
  );
}

function EverydayWarning({ names, prefix }: CommandsProps) {
  const { t, i18n } = useTranslation();
  const everyday = names
    .filter((name) => isEverydayCommand(name, prefix))
    .map((name) => `“${withPrefix(name, prefix)}”`);
  if (everyday.length === 0) return null;
  const list = new Intl.ListFormat(i18n.language).format(everyday);
  return (
    <Notice title={t('howTo.everyday.title', { names: list })} tone="warning">
      {t(prefix ? 'howTo.everyday.textWithPrefix' : 'howTo.everyday.text')}
    </Notice>
  );
}

function GroupMessage({ names, prefix }: CommandsProps) {
  const { t, i18n } = useTranslation();
  const words = commandWords[i18n.language];
  const help = withPrefix(words.help, prefix);
  const rest = names.length - maxNames;
  const text = [
    t('howTo.message.lead'),
    ...names.slice(0, maxNames).map((name) => `• ${withPrefix(name, prefix)}`),
    '',
    rest > 0
      ? t('howTo.message.endMore', { help, list: withPrefix(words.list, prefix) })
      : t('howTo.message.end', { help }),
  ].join('\n');
  return (
    <CodeBlock
      action={<CopyButton compact label={t('howTo.message.copyShort')} name={t('howTo.message.copy')} text={text} />}
      name={t('howTo.message.heading')}
      text={text}
    />
  );
}
