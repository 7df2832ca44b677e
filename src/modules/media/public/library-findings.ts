/** What the scan finds where files and catalogue disagree. */
export type LibraryFindingKind =
  | 'missing_file'
  | 'wrong_size'
  | 'wrong_content'
  | 'unlisted_file'
  | 'orphaned_thumbnail'
  | 'empty_thumbnail';

export interface LibraryFinding {
  readonly kind: LibraryFindingKind;
  /** The path of an asset, or the location of a file below `<data_dir>/media`. */
  readonly name: string;
}

/** How many findings of a kind there are, and the first of them. */
interface LibraryTally {
  readonly count: number;
  readonly names: readonly string[];
}

export type LibraryTallies = Readonly<Partial<Record<LibraryFindingKind, LibraryTally>>>;

/** What each kind means, after its count: `3 files are missing`. */
export const FINDING_TEXTS: Readonly<Record<LibraryFindingKind, (count: number) => string>> = {
  missing_file: (n) => `${n} of the catalogue's files ${are(n)} missing.`,
  wrong_size: (n) => `${n} of the catalogue's files ${have(n)} another size than when stored.`,
  wrong_content: (n) =>
    `${n} of the catalogue's files ${have(n)} another content than when stored.`,
  unlisted_file: (n) => `${n} ${n === 1 ? 'file is' : 'files are'} not in the catalogue.`,
  orphaned_thumbnail: (n) =>
    `${n} ${n === 1 ? 'thumbnail belongs' : 'thumbnails belong'} to no file.`,
  empty_thumbnail: (n) => `${n} ${n === 1 ? 'thumbnail is' : 'thumbnails are'} empty.`,
};

/** Findings that mean that something of an owner is lost or damaged; the others only take up space. */
export const LOSSES: ReadonlySet<LibraryFindingKind> = new Set<LibraryFindingKind>([
  'missing_file',
  'wrong_size',
  'wrong_content',
]);

const are = (count: number): string => (count === 1 ? 'is' : 'are');
const have = (count: number): string => (count === 1 ? 'has' : 'have');

/** Names that are listed of each kind. */
const MAX_NAMES = 10;

/** Counts findings, and calls `onFinding` for each. */
export async function tallyFindings(
  findings: AsyncIterable<LibraryFinding>,
  onFinding: (finding: LibraryFinding) => Promise<void> = () => Promise.resolve(),
): Promise<LibraryTallies> {
  const tallies: Partial<Record<LibraryFindingKind, LibraryTally>> = {};
  for await (const finding of findings) {
    const { count, names } = tallies[finding.kind] ?? { count: 0, names: [] };
    tallies[finding.kind] = {
      count: count + 1,
      names: names.length < MAX_NAMES ? [...names, finding.name] : names,
    };
    await onFinding(finding);
  }
  return tallies;
}
