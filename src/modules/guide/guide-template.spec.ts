import {
  fillTemplate,
  parseTemplate,
  type Sections,
  SECTIONS,
  withoutParts,
} from './guide-template';

const section = (name: string): string => `<!-- here: ${name} -->\nin general\n<!-- /here -->\n`;
const TEMPLATE = `# Title\n${SECTIONS.map((name) => `${name}:\n${section(name)}`).join('')}end\n`;

describe('the template of the guide', () => {
  it('keeps its general text and replaces its sections', () => {
    const here = Object.fromEntries(SECTIONS.map((name) => [name, `\n${name} here $& $1\n`]));
    const filled = fillTemplate(parseTemplate(TEMPLATE), here as Sections);
    const expected = SECTIONS.map((name) => `${name}:\n\n${name} here $& $1\n\n`).join('');
    expect(filled).toBe(`# Title\n${expected}end\n`);
  });

  it.each([
    ['one that is missing', TEMPLATE.replace(section('clips'), '')],
    ['one that nobody knows', TEMPLATE.replace('here: clips', 'here: song')],
    ['one that stands twice', TEMPLATE + section('clips')],
    ['one that has no end', TEMPLATE.replace(section('limits'), '<!-- here: limits -->\n')],
    ['another order', section('clips') + TEMPLATE.replace(section('clips'), '')],
  ])('is refused with %s', (_, text) => {
    expect(() => parseTemplate(text)).toThrow('SKILL.md must have the sections');
  });

  it('leaves out the parts with exactly these headings', () => {
    const guide = '# Guide\n## Film\na\n### Shots\n## Films\nb\n## Last\nc\n';
    expect(withoutParts(guide, ['Film', 'Last'])).toBe('# Guide\n## Films\nb\n');
  });
});
