import { Injectable } from '@nestjs/common';
import type { RequestWithCaller } from '../../../platform/access/access.decorators';
import type { Caller } from '../../../platform/access/caller';
import { PictureUploads } from '../../media/public/picture-uploads';
import { MAX_CAPTION } from '../captions/edit-captions';
import type { ItemsChanged } from '../dto/dataset.response';
import { DatasetPicturesService } from './dataset-pictures.service';
import { DatasetsService } from './datasets.service';

/** Pictures that are uploaded into a dataset, without being in the library. */
@Injectable()
export class DatasetUploadsService {
  constructor(
    private readonly datasets: DatasetsService,
    private readonly pictures: DatasetPicturesService,
    private readonly uploads: PictureUploads,
  ) {}

  /**
   * Receives a form with a picture and its caption. The same file again replaces the first, with its new caption.
   * @throws DatasetNotFound, DatasetFrozen, DatasetFull, DatasetFolderMissing, what `PictureUploads.receive` throws
   */
  async upload(caller: Caller, id: string, request: RequestWithCaller): Promise<ItemsChanged> {
    await this.datasets.findUnfrozen(caller, id).catch((error: unknown) => {
      // The client reads the answer only after it has sent its form.
      request.resume();
      throw error;
    });
    const textField = { name: 'caption', maxChars: MAX_CAPTION };
    return this.uploads.receive(caller, request, textField, ({ text = '', ...picture }) =>
      this.datasets.change(caller, id, (dataset) =>
        this.pictures.put(dataset, [{ ...picture, caption: text }]),
      ),
    );
  }
}
