/** Parts of `SKILL.md` in whose place an install says what is so there, in their order. */
export const SECTIONS = [
  ...(['start', 'you', 'nodes', 'workflows', 'loras', 'plan', 'picture', 'edit'] as const),
  ...(['upscale', 'clips', 'film', 'several', 'bring', 'others', 'limits'] as const),
] as const;

export type SectionName = (typeof SECTIONS)[number];

/** A text of Markdown for each section. */
export type Sections = Readonly<Record<SectionName, string>>;

/** The template, cut at its sections. */
export interface GuideTemplate {
  /** What stands before each section, word by word. */
  readonly before: Sections;
  /** What each section says of installs in general. */
  readonly within: Sections;
  /** What stands behind the last one. */
  readonly end: string;
}

/**
 * Reads `SKILL.md`: a section is what stands between the lines `<!-- here: name -->` and `<!-- /here -->`. Throws when
 * they aren't {@link SECTIONS}, each once and in that order. Pure.
 */
export function parseTemplate(text: string): GuideTemplate {
  const pieces = text.split(/^<!-- here: (\w+) -->\n([\s\S]*?)^<!-- \/here -->\n/m);
  const names = pieces.filter((_, index) => index % 3 === 1);
  if (names.join() !== SECTIONS.join())
    throw new Error(`SKILL.md must have the sections ${SECTIONS.join(', ')}`);
  const parts = (from: number): Sections =>
    Object.fromEntries(SECTIONS.map((name, at) => [name, pieces[3 * at + from] ?? ''])) as Sections;
  return { before: parts(0), within: parts(2), end: pieces.at(-1) ?? '' };
}

/** The guide of an install. Pure. */
export function fillTemplate({ before, end }: GuideTemplate, sections: Sections): string {
  const filled = SECTIONS.map((name) => `${before[name]}${sections[name]}\n`);
  return `${filled.join('')}${end}`.replace(/\n{3,}/g, '\n\n');
}
