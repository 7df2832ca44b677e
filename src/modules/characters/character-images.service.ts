import { Injectable } from '@nestjs/common';
import type { Caller } from '../../platform/access/caller';
import { mayRead } from '../../platform/access/scope';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import { MediaNotFound } from '../media/public/media-not-found';
import { mediaPath } from '../media/public/media-path';
import { MediaReader } from '../media/public/media-reader';
import type { CharacterRow } from './character.entity';

/** The source images of characters; each is a media file of some owner. */
@Injectable()
export class CharacterImagesService {
  constructor(private readonly media: MediaReader) {}

  /**
   * The media paths of sent images, each once. Throws `MediaNotFound` for a file that the caller can't read,
   * `ValidationFailed` for one that isn't a picture.
   */
  async resolve(caller: Caller, images: readonly string[]): Promise<string[]> {
    const paths = new Set<string>();
    for (const [index, image] of images.entries()) {
      const path = mediaPath(image);
      const file = path === null ? null : await this.media.find(caller, path);
      if (!file) throw new MediaNotFound('source_images', image);
      if (file.type !== 'image')
        throw ValidationFailed.at(['body', 'source_images', index], 'Send the path of a picture.');
      paths.add(file.path);
    }
    return [...paths];
  }

  /** Which source images of these characters the caller can read. One statement. */
  async readable(
    caller: Caller,
    characters: readonly CharacterRow[],
  ): Promise<ReadonlySet<string>> {
    const owners = await this.media.ownersOf(characters.flatMap((one) => one.source_images));
    const readable = [...owners].filter(([, ownerId]) => mayRead(caller, ownerId));
    return new Set(readable.map(([path]) => path));
  }
}
