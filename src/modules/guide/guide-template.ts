/** Sections of `SKILL.md` that each install replaces with its own text, in order. */
export const SECTIONS = [
  'start',
  'you',
  'nodes',
  'workflows',
  'loras',
  'plan',
  'picture',
  'character',
  'edit',
  'upscale',
  'clips',
  'several',
  'limits',
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** Markdown for each section. */
export type Sections = Readonly<Record<SectionName, string>>;

/** The template, split at its sections. */
export interface GuideTemplate {
  /** Text before each section. */
  readonly before: Sections;
  /** Text after the last section. */
  readonly end: string;
}

/**
 * Parses `SKILL.md`: a section is the text between the lines `<!-- here: name -->` and `<!-- /here -->`. Throws unless
 * the sections are exactly {@link SECTIONS}, in that order.
 */
export function parseTemplate(text: string): GuideTemplate {
  const pieces = text.split(/^<!-- here: (\w+) -->\n([\s\S]*?)^<!-- \/here -->\n/m);
  const names = pieces.filter((_, index) => index % 3 === 1);
  if (names.join() !== SECTIONS.join())
    throw new Error(`SKILL.md must have the sections ${SECTIONS.join(', ')}`);
  const before = Object.fromEntries(
    SECTIONS.map((name, at) => [name, pieces[3 * at] ?? '']),
  ) as Sections;
  return { before, end: pieces.at(-1) ?? '' };
}

/** Replaces the sections of the template. */
export function fillTemplate({ before, end }: GuideTemplate, sections: Sections): string {
  const filled = SECTIONS.map((name) => `${before[name]}${sections[name]}\n`);
  return `${filled.join('')}${end}`.replace(/\n{3,}/g, '\n\n');
}

/** The guide without the parts that have these headings of the second level. */
export function withoutParts(guide: string, titles: readonly string[]): string {
  const parts = guide.split(/^(?=## )/m);
  return parts.filter((part) => !titles.some((title) => part.startsWith(`## ${title}\n`))).join('');
}
