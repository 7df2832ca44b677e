import { AppModule } from '../../app.module';
import {
  LibraryRepair,
  type RepairCounts,
  type RepairOptions,
} from '../../modules/media/public/library-check';
import { withContext } from '../with-context';

/**
 * Runs the service without listening, so that the repair holds the server's locks and every deletion leaves its
 * tombstone and audit entry and updates the search index. @throws DatabaseInUse while a server runs
 */
export async function repairLibrary(options: RepairOptions): Promise<RepairCounts> {
  return withContext(AppModule.from(), (context) =>
    context.get(LibraryRepair, { strict: false }).repair(options),
  );
}
