import { Injectable, Logger } from '@nestjs/common';
import { groupBy } from '../../../platform/group-by';
import { WorkflowCatalogueService } from '../catalogue/workflow-catalogue.service';
import { problemSentence, type FolderProblem } from './folder-problems';
import { FILE_SUFFIX } from './workflow-folder.store';

/** Maximum characters of a log line: reasons quote names from files. */
const MAX_CHARACTERS = 500;

/** Logs when a file of the workflows folder becomes broken, is broken in another way, or is fixed. */
@Injectable()
export class FolderLogService {
  private readonly logger = new Logger('Workflows');
  /** The last logged sentence by file. */
  private logged: ReadonlyMap<string, string> = new Map();

  constructor(private readonly catalogue: WorkflowCatalogueService) {}

  /** Logs what has changed since the last call. */
  update(): void {
    const problems = this.catalogue.problems();
    const broken = brokenByFile(problems);
    const before = this.logged;
    this.logged = new Map([...broken].map(([file, faults]) => [file, sentenceOf(faults)]));
    for (const [file, sentence] of this.logged)
      if (sentence !== before.get(file)) this.warn(file, sentence, broken.get(file)?.[0]);
    for (const file of before.keys())
      if (!broken.has(file)) this.logger.log(this.repaired(file, problems));
  }

  private warn(file: string, sentence: string, first?: FolderProblem): void {
    const { line = null, field = '' } = first ?? {};
    const inForce = this.isInForce(file) ? ' The last good one stays in force.' : '';
    this.logger.warn({ file, line, field: cut(field) }, `${sentence}.${inForce}`);
  }

  private repaired(file: string, problems: readonly FolderProblem[]): string {
    if (file === '') return 'the workflows folder is read as a whole again';
    const waiting = problems.find((one) => one.file === file && one.status === 'needs_nodes');
    if (waiting) return `${file} is no longer broken: it ${cut(waiting.reason)}`;
    return this.isInForce(file) ? `${file} is good again` : `${file} is gone`;
  }

  private isInForce(file: string): boolean {
    const id = file.replace(FILE_SUFFIX, '');
    return this.catalogue.get(id)?.source === 'imported';
  }
}

const brokenByFile = (problems: readonly FolderProblem[]): Map<string, readonly FolderProblem[]> =>
  groupBy(
    problems.filter(({ status }) => status === 'broken'),
    ({ file }) => file,
  );

/** The first fault and the number of others. */
function sentenceOf([first, ...others]: readonly FolderProblem[]): string {
  if (!first) return '';
  const sentence = cut(first.file === '' ? first.reason : problemSentence(first)).replace(
    /\.$/,
    '',
  );
  return others.length === 0 ? sentence : `${sentence} (and ${String(others.length)} more)`;
}

const cut = (text: string): string =>
  text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}…` : text;
