import { Injectable, Logger } from '@nestjs/common';
import { asSentence, type FolderProblem } from './folder-entry';
import { LiveCatalogue } from '../catalogue/live-catalogue.service';

/** Characters of a line of the log: reasons tell names out of files. */
const LONGEST = 500;

/** Tells the log when a file of the workflows folder turns broken, is broken otherwise, and when it no longer is. */
@Injectable()
export class FolderLog {
  private readonly logger = new Logger('Workflows');
  /** Sentences by file. */
  private told: ReadonlyMap<string, string> = new Map();

  constructor(private readonly catalogue: LiveCatalogue) {}

  /** What has changed since the last call; nothing else, however often it is called. */
  tell(): void {
    const problems = this.catalogue.problems();
    const before = this.told;
    const now = brokenFiles(problems);
    this.told = new Map([...now].map(([file, faults]) => [file, sentenceOf(faults)]));
    for (const [file, [fault]] of now)
      if (this.told.get(file) !== before.get(file)) this.warn(file, fault);
    for (const file of before.keys())
      if (!now.has(file)) this.logger.log(this.after(file, problems));
  }

  private warn(file: string, { line, field }: FolderProblem): void {
    const stays = this.isServed(file) ? ' The last good one stays in force.' : '';
    this.logger.warn({ file, line, field: cut(field) }, `${this.told.get(file) ?? ''}.${stays}`);
  }

  private after(file: string, problems: readonly FolderProblem[]): string {
    if (file === '') return 'the workflows folder is read as a whole again';
    const waits = problems.find((one) => one.file === file && one.status === 'needs_nodes');
    if (waits) return `${file} is no longer broken: it ${cut(waits.reason)}`;
    return this.isServed(file) ? `${file} is good again` : `${file} is gone`;
  }

  private isServed(file: string): boolean {
    const id = file.replace(/(?:\.manifest)?\.json$/, '');
    return this.catalogue.get(id)?.source === 'imported';
  }
}

type Faults = readonly [FolderProblem, ...FolderProblem[]];

function brokenFiles(problems: readonly FolderProblem[]): ReadonlyMap<string, Faults> {
  const files = new Map<string, Faults>();
  for (const problem of problems) {
    if (problem.status !== 'broken') continue;
    const others = files.get(problem.file);
    files.set(problem.file, others ? [...others, problem] : [problem]);
  }
  return files;
}

/** The first fault, and how many more there are. */
function sentenceOf([first, ...others]: Faults): string {
  const told = cut(first.file === '' ? first.reason : asSentence(first)).replace(/\.$/, '');
  return others.length === 0 ? told : `${told} (and ${String(others.length)} more)`;
}

const cut = (words: string): string =>
  words.length > LONGEST ? `${words.slice(0, LONGEST)}…` : words;
