import { Module } from '@nestjs/common';
import { LibraryInspectionModule } from '../../modules/media/library-inspection.module';
import { LibraryInspection, type WrongOwnerSum } from '../../modules/media/public/library-check';
import {
  FINDING_TEXTS,
  type LibraryFindingKind,
  type LibraryTallies,
  tallyFindings,
} from '../../modules/media/public/library-findings';
import { ClockModule } from '../../platform/clock/clock.module';
import { ConfigModule } from '../../platform/config/config.module';
import { CommandDatabaseModule } from '../../platform/database/command-database.module';
import { withContext } from '../with-context';
import { type Check, note, ok, problem } from './check';

@Module({
  imports: [ClockModule, ConfigModule.from(), CommandDatabaseModule, LibraryInspectionModule],
})
class InspectionModule {}

/** Compares files and catalogue. Needs a database of this version's schema. */
export async function checkLibrary(options: {
  readonly isServerRunning: boolean;
  readonly isThorough: boolean;
}): Promise<readonly Check[]> {
  return withContext(InspectionModule, async (context) => {
    const library = context.get(LibraryInspection, { strict: false });
    const tallies = await tallyFindings(library.findings(options.isThorough));
    return [
      ...checksOf(tallies, options.isThorough),
      ...checkOwnerSums(await library.wrongOwnerSums()),
      // A running server is receiving them.
      ...(options.isServerRunning ? [] : checkUnfinished(await library.unfinishedUploads())),
    ];
  });
}

/** What to do about each kind of finding. */
const ADVICE: Readonly<Record<LibraryFindingKind, string>> = {
  missing_file: 'Put them back from a backup, or remove their entries: --repair --remove-lost',
  wrong_size: 'Put them back from a backup, or remove their entries: --repair --remove-lost',
  wrong_content:
    'Put them back from a backup, or remove their entries: --repair --remove-lost --thorough',
  unlisted_file: 'Move them to media/lost+found: --repair',
  orphaned_thumbnail: 'Delete them: --repair',
  empty_thumbnail: 'Delete them, so that they are made again: --repair',
};

function checksOf(tallies: LibraryTallies, isThorough: boolean): readonly Check[] {
  const checks = (Object.keys(ADVICE) as LibraryFindingKind[]).flatMap((kind) => {
    const { count, names } = tallies[kind] ?? { count: 0, names: [] };
    return count === 0
      ? []
      : [problem(kind, `${FINDING_TEXTS[kind](count)} ${ADVICE[kind]}`, names)];
  });
  if (checks.length > 0) return checks;
  return [
    ok(
      'library',
      isThorough ? 'Every file matches its recorded hash.' : 'Files and catalogue agree.',
    ),
  ];
}

function checkOwnerSums(wrong: readonly WrongOwnerSum[]): readonly Check[] {
  if (wrong.length === 0) return [];
  const names = wrong.map(
    ({ ownerId, recorded, actual }) => `${ownerId}: recorded ${recorded}, actual ${actual}`,
  );
  return [
    problem(
      'owner storage',
      'The recorded storage used per owner is wrong. Correct it: --repair',
      names,
    ),
  ];
}

function checkUnfinished(count: number): readonly Check[] {
  if (count === 0) return [];
  return [note('unfinished', `Partly received files: ${count}. The next start deletes them.`)];
}
