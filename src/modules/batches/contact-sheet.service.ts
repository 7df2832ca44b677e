import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { ImageTool } from '../../platform/imaging/image-tool';
import type { SheetCell } from '../../platform/imaging/image-work';
import { type BatchJob, BatchJobs } from '../jobs/public/batch-jobs';
import { MediaThumbnails } from '../media/public/media-thumbnails';
import { runAt } from './batch-runs';
import { BatchesService } from './batches.service';
import type { BatchRow } from './records/batch.entity';

const CELLS_PER_PAGE = 64;
const MAX_COLUMNS = 8;

/** Draws the results of a batch side by side. */
@Injectable()
export class ContactSheetService {
  constructor(
    private readonly batches: BatchesService,
    private readonly jobs: BatchJobs,
    private readonly thumbnails: MediaThumbnails,
    private readonly images: ImageTool,
  ) {}

  /**
   * A WebP of up to 64 runs in order, each with its values below; runs without a picture have their status instead.
   * @param page from 1
   * @throws BatchNotFound, ValidationFailed past the last page
   */
  async draw(caller: Caller, id: string, page: number): Promise<Buffer> {
    const batch = await this.batches.find(caller, id);
    const first = (page - 1) * CELLS_PER_PAGE;
    const end = Math.min(first + CELLS_PER_PAGE, batch.total);
    if (first >= batch.total) {
      const pages = Math.ceil(batch.total / CELLS_PER_PAGE);
      throw ValidationFailed.at(['query', 'page'], `Send a page from 1 to ${pages}.`);
    }
    const jobs = await this.jobs.between(caller, id, first, end);
    const jobByIndex = new Map(jobs.map((job) => [job.index, job]));
    const indexes = Array.from({ length: end - first }, (_, at) => first + at);
    const cells = await Promise.all(
      indexes.map((index) => this.cell(caller, batch, index, jobByIndex.get(index))),
    );
    return this.images.contactSheet(cells, columnsOf(batch), { owner: caller.ownerId });
  }

  private async cell(
    caller: Caller,
    batch: BatchRow,
    index: number,
    job: BatchJob | undefined,
  ): Promise<SheetCell> {
    const path = job?.path ?? null;
    const picture = path === null ? null : await this.thumbnails.small(caller, path);
    const status = picture ? [] : [job?.status ?? 'no job'];
    return { picture, label: [...status, ...labels(batch, index)].join(' · ') };
  }
}

/** Values as they were sent, and which repeat it is. */
function labels(batch: BatchRow, index: number): readonly string[] {
  const values = Object.entries(runAt(batch, index).values).map(
    ([param, value]) => `${param}: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
  );
  return batch.count === 1 ? values : [...values, `#${(index % batch.count) + 1}`];
}

/** One row per cycle of the fastest-changing value, if it fits: the repeats if any, else the last axis. */
function columnsOf({ axes, mode, count, total }: BatchRow): number {
  const lastAxisLength = mode === 'product' ? (axes.at(-1)?.values.length ?? 1) : 1;
  const cycleLength = count > 1 ? count : lastAxisLength;
  return cycleLength > 1 && cycleLength <= MAX_COLUMNS ? cycleLength : Math.min(MAX_COLUMNS, total);
}
