import type { ReactNode } from 'react';
import { Link } from 'wouter';

export type Piece =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; text: string }
  | { kind: 'link'; text: string; target: string };

// No part can match in two ways, so a hostile text cannot cause backtracking.
const marks = /\*\*([^*\n]+)\*\*|\[([^[\]\n]+)\]\(([^()\s]+)\)/g;

/** A link to a forbidden target becomes plain text. */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  let done = 0;
  for (const found of text.matchAll(marks)) {
    if (found.index > done) pieces.push({ kind: 'text', text: text.slice(done, found.index) });
    done = found.index + found[0].length;
    const [, bold, label, target] = found;
    if (bold !== undefined) pieces.push({ kind: 'bold', text: bold });
    else if (label !== undefined && target !== undefined)
      pieces.push(mayLinkTo(target) ? { kind: 'link', text: label, target } : { kind: 'text', text: label });
  }
  if (done < text.length) pieces.push({ kind: 'text', text: text.slice(done) });
  return pieces;
}

/** Allows `http(s)`, `mailto` and paths of our origin. */
export function mayLinkTo(target: string): boolean {
  if (/[\s\\\p{Cc}]/u.test(target)) return false;
  if (/^\/(?!\/)/.test(target)) return true;
  return /^(?:https?:\/\/[^/]|mailto:[^/?])/i.test(target) && URL.canParse(target);
}

/** Renders bold and links as React nodes, never as HTML. */
export function LimitedMarkdown({ text }: { text: string }): ReactNode {
  // The pieces of a text never change order, so their index is a stable key.
  return piecesOf(text).map((piece, index) => <PieceOf key={index} piece={piece} />);
}

function PieceOf({ piece }: { piece: Piece }): ReactNode {
  if (piece.kind === 'text') return <>{piece.text}</>;
  if (piece.kind === 'bold') return <strong className="font-semibold text-text">{piece.text}</strong>;
  const linkClass = 'text-accent-text underline underline-offset-2 hover:no-underline';
  if (piece.target.startsWith('/'))
    return (
      <Link className={linkClass} href={piece.target}>
        {piece.text}
      </Link>
    );
  return (
    <a className={linkClass} href={piece.target} rel="noopener noreferrer">
      {piece.text}
    </a>
  );
}
