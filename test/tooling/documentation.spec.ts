import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { readConfig } from '../../src/platform/config/read-config';

const ROOT = resolve(__dirname, '../..');
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const matches = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map((match) => match[1]!);

describe('README and CONTRIBUTING', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const documents = `${read('README.md')}\n${read('CONTRIBUTING.md')}`;

  it('name commands that exist', () => {
    const named = matches(documents, /npm run ([a-z:-]+)/g);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('name every command', () => {
    const commands = Object.keys(scripts).filter((name) => name !== 'postinstall');
    const named = [...matches(documents, /npm run ([a-z:-]+)/g), 'start', 'test'];
    expect(commands.filter((name) => !named.includes(name))).toEqual([]);
  });

  it('name settings that exist, section by section', () => {
    const reading = readConfig({ content: '{}', variables: {}, folder: '/', workingFolder: '/' });
    if (!reading.ok) throw new Error('the defaults are a valid configuration');
    const table = read('README.md').split('## Configure')[1]!.split('\n\nStrings')[0]!;
    const cells = matches(table, /^\| (`[^|]*) \|/gm);
    expect(cells.length).toBeGreaterThan(10);
    for (const cell of cells) {
      let section = '';
      for (const name of matches(cell, /`([a-z_.]+)(?:\[\])?`/g)) {
        if (name.includes('.')) [section = ''] = name.split('.');
        const path = name.includes('.') || section === '' ? name : `${section}.${name}`;
        expect(reading.config).toHaveProperty(path);
      }
    }
  });
});

describe('every document', () => {
  const inFolder = (folder: string): string[] =>
    readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true }).map((file) =>
      join(folder, file),
    );
  const documents = [...readdirSync(ROOT), ...inFolder('docs'), 'packages/client/README.md'].filter(
    (file) => file.endsWith('.md'),
  );

  it('links to files that exist', () => {
    expect(documents.length).toBeGreaterThan(100);
    const broken = documents.flatMap((document) =>
      matches(read(document), /\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)
        .filter((link) => !existsSync(join(ROOT, dirname(document), link)))
        .map((link) => `${document}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  it('of a decision is in the list of decisions', () => {
    const list = read('docs/decisions/README.md');
    const decisions = readdirSync(join(ROOT, 'docs/decisions')).filter((file) => /^\d/.test(file));
    expect(decisions.length).toBeGreaterThan(90);
    expect(decisions.filter((file) => !list.includes(`](${file})`))).toEqual([]);
  });
});
