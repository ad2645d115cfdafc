import { UserRound } from 'lucide-react';
import { useState } from 'react';

type ContactPictureProps = {
  /** A URL of WhatsApp's picture hosts, which expires. */
  address: string | null;
  name: string | null;
};

/** The picture, else initials, else an icon. Hidden from screen readers, because the name is next to it. */
export function ContactPicture({ address, name }: ContactPictureProps) {
  const [gone, setGone] = useState<string>();
  const initials = name && initialsOf(name);
  return (
    <span
      aria-hidden
      className="grid size-16 shrink-0 place-items-center overflow-hidden rounded-full border border-border bg-sunken text-lg font-semibold text-muted select-none"
    >
      {address && address !== gone ? (
        <img
          alt=""
          className="size-full object-cover"
          height={64}
          onError={() => setGone(address)}
          referrerPolicy="no-referrer"
          src={address}
          width={64}
        />
      ) : (
        initials || <UserRound className="text-subtle" size={28} />
      )}
    </span>
  );
}

/** Initials of the first and the last word; empty for names without letters. */
function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter((word) => /^\p{L}/u.test(word));
  const chosen = words.length > 1 ? [words[0], words.at(-1)] : words;
  return chosen.map((word = '') => Array.from(word)[0]?.toLocaleUpperCase() ?? '').join('');
}
