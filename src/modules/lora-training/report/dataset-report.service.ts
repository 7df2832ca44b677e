import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import type { DatasetState } from '../config/run-findings';
import { bucketsOf, bucketStep } from '../config/picture-buckets';
import { DEFAULT_SETTINGS } from '../config/training-settings';
import { DatasetFilesStore } from '../datasets/dataset-files.store';
import { MAX_PICTURES } from '../dto/dataset.request';
import { DatasetSlots } from '../datasets/dataset-slots';
import { DatasetsService } from '../datasets/datasets.service';
import type { DatasetReportQuery } from '../dto/dataset.request';
import type { DatasetReport, PictureCrops } from '../dto/report.response';
import type { TrainingTemplate } from '../templates/training-template';
import { TrainingTemplatesService } from '../templates/training-templates.service';
import { PictureInspectionService } from './picture-inspection.service';
import { type InspectedPicture, warningsOfPictures } from './report-warnings';

/** Reports problems of a dataset's pictures and captions before training. */
@Injectable()
export class DatasetReportService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly files: DatasetFilesStore,
    private readonly inspection: PictureInspectionService,
    private readonly templates: TrainingTemplatesService,
    private readonly slots: DatasetSlots,
  ) {}

  /** Decodes the pictures. @throws DatasetNotFound, ValidationFailed, DatasetWorkBusy */
  async report(caller: Caller, id: string, query: DatasetReportQuery): Promise<DatasetReport> {
    const { trigger_word: triggerWord, base_config } = query;
    await this.datasets.find(caller, id);
    const template = await this.templates.named(base_config, ['query', 'base_config']);
    const { resolution: resolutions = DEFAULT_SETTINGS.resolution } = template.sets;
    return this.slots.run(caller.ownerId, async () => {
      const all = await this.files.pictures(id);
      const pictures: InspectedPicture[] = [];
      for (const picture of all.slice(0, MAX_PICTURES))
        pictures.push({
          name: picture.name,
          size: await this.inspection.size(id, picture),
          likeness: await this.inspection.likeness(caller.ownerId, id, picture),
          caption: await this.files.caption(id, picture.name),
        });
      const warnings = warningsOfPictures(pictures, { triggerWord, resolutions });
      return {
        image_count: all.length,
        inspected_count: pictures.length,
        warnings: warnings.map((warning) => ({ ...warning, pictures: [...warning.pictures] })),
        pictures: pictures.map((picture) => cropsOf(picture, resolutions, template)),
      };
    });
  }

  /** How many pictures a dataset of the caller has, and how many without a caption. @throws DatasetWorkBusy */
  state(caller: Caller, id: string): Promise<DatasetState> {
    return this.slots.run(caller.ownerId, async () => {
      const names = await this.files.names(id);
      let uncaptioned = 0;
      for (const name of names) if ((await this.files.caption(id, name)) === '') uncaptioned += 1;
      return { pictures: names.length, uncaptioned };
    });
  }

  /**
   * The part of each picture that is trained on, for the first {@link MAX_PICTURES}. Decodes nothing.
   * @throws DatasetWorkBusy
   */
  crops(
    caller: Caller,
    id: string,
    resolutions: readonly number[],
    template: TrainingTemplate,
  ): Promise<PictureCrops[]> {
    return this.slots.run(caller.ownerId, async () => {
      const crops: PictureCrops[] = [];
      for (const picture of (await this.files.pictures(id)).slice(0, MAX_PICTURES)) {
        const size = await this.inspection.size(id, picture);
        crops.push(cropsOf({ name: picture.name, size }, resolutions, template));
      }
      return crops;
    });
  }
}

const cropsOf = (
  { name, size }: Pick<InspectedPicture, 'name' | 'size'>,
  resolutions: readonly number[],
  { arch }: TrainingTemplate,
): PictureCrops => ({
  name,
  width: size?.width ?? null,
  height: size?.height ?? null,
  buckets: size ? bucketsOf(size, resolutions, bucketStep(arch)) : [],
});
