import { PageHeader } from '../page-header.tsx';
import { LimitedMarkdown } from './limited-markdown.tsx';

type DocumentSection = {
  anchor: string;
  heading: string;
  /** Limited markdown; empty lines separate paragraphs. */
  text: string;
};

type Content = {
  intro: string;
  contents: string;
  sections: readonly DocumentSection[];
};

export function NumberedDocument({ title, updated, ...content }: Content & { title: string; updated: string }) {
  return (
    <div className="gap-12 lg:grid lg:grid-cols-[minmax(0,70ch)_16rem] lg:justify-between">
      <article className="max-w-[70ch] min-w-0 text-base leading-7">
        <PageHeader note={updated} title={title} />
        <Text {...content} />
      </article>
      <div className="hidden lg:block">
        <Contents
          className="sticky top-24 border-l border-border pl-5"
          name={content.contents}
          sections={content.sections}
        />
      </div>
    </div>
  );
}

function Text({ intro, contents, sections }: Content) {
  return (
    <>
      <p className="text-muted text-pretty">
        <LimitedMarkdown text={intro} />
      </p>
      <div className="lg:hidden">
        <Contents className="mt-6 rounded-lg border border-border bg-surface p-4" name={contents} sections={sections} />
      </div>
      {sections.map((section, index) => (
        <section aria-labelledby={section.anchor} className="mt-10" key={section.anchor}>
          <h2 className="flex scroll-mt-20 gap-1 text-lg font-semibold" id={section.anchor} tabIndex={-1}>
            <span className="min-w-8 shrink-0 text-subtle tabular-nums">{index + 1}.</span> {section.heading}
          </h2>
          <div className="mt-3 grid gap-4 text-muted sm:pl-9">
            {section.text.split('\n\n').map((paragraph) => (
              <p className="text-pretty" key={paragraph}>
                <LimitedMarkdown text={paragraph} />
              </p>
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

type ContentsProps = { className: string; name: string; sections: readonly DocumentSection[] };

function Contents({ className, name, sections }: ContentsProps) {
  return (
    <nav aria-label={name} className={className}>
      <p className="text-sm font-semibold">{name}</p>
      <ol className="mt-2 grid gap-0.5 text-sm leading-5">
        {sections.map((section, index) => (
          <li key={section.anchor}>
            <a
              className="flex gap-2 rounded-sm py-1.5 text-muted transition-colors duration-120 hover:text-accent-text"
              href={`#${section.anchor}`}
            >
              <span className="min-w-6 shrink-0 tabular-nums">{index + 1}.</span> {section.heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
