import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { mayUseCharacter } from '../../../platform/access/scope';
import type { AppError } from '../../../platform/errors/app-error';
import { CharacterNotAllowed } from '../../../platform/access/character.errors';
import { CharacterNotFound } from '../../characters/public/character-errors';
import { CharacterReader, type CharacterTraits } from '../../characters/public/character-reader';
import { MediaReader } from '../../media/public/media-reader';
import type { SentParam } from '../params/sent-params';
import type { ReadRequest } from '../request/request-reader.service';
import type { Binding } from './bindings';
import type { ReferenceUse } from './character-use';
import { freeImageSlots, noSlot } from './references';

/** A character as a request binds it. */
export interface BoundCharacter extends CharacterTraits {
  readonly binding: Binding;
}

/** The characters of a request. */
export interface BoundCharacters {
  readonly characters: readonly BoundCharacter[];
  /** What the request sends, with the source images that go into free image slots. */
  readonly sent: readonly SentParam[];
  readonly references: readonly ReferenceUse[];
  /** Why the caller can't use them; thrown once the checks that come before characters have passed. */
  readonly refusal: AppError | null;
}

/** Looks up the characters that requests bind, with one statement for all characters of a request. */
@Injectable()
export class BoundCharactersService {
  constructor(
    private readonly characters: CharacterReader,
    private readonly media: MediaReader,
  ) {}

  async load(caller: Caller, read: ReadRequest): Promise<BoundCharacters> {
    const { bindings, sent } = read;
    const none = { characters: [], sent, references: [], refusal: null };
    if (bindings.length === 0) return none;
    const forbidden = bindings.find(({ id }) => !mayUseCharacter(caller, id));
    if (forbidden)
      return { ...none, refusal: new CharacterNotAllowed(forbidden.id, caller.allowedCharacters) };
    const traits = await this.characters.find(bindings.map(({ id }) => id));
    const missing = bindings.find(({ id }) => !traits.has(id));
    if (missing) return { ...none, refusal: new CharacterNotFound(missing.id) };
    const characters = bindings.flatMap((binding) => {
      const one = traits.get(binding.id);
      return one ? [{ ...one, binding }] : [];
    });
    return { ...none, characters, ...(await this.withReferences(caller, read, characters)) };
  }

  /** A binding's own picture was placed with the request's params; other characters use a source image. */
  private async withReferences(
    caller: Caller,
    read: ReadRequest,
    characters: readonly BoundCharacter[],
  ): Promise<Pick<BoundCharacters, 'sent' | 'references'>> {
    const sent = [...read.sent];
    const references: ReferenceUse[] = [];
    for (const character of characters) {
      const { id, binding, source_images: images } = character;
      const requested = sent.find((one) => one.character === id);
      if (requested) {
        references.push({ ...used(id, requested), name: String(requested.value) });
        continue;
      }
      if (images.length === 0) continue;
      const whyNot = whyNoReference(read, sent);
      const name = whyNot === null ? await this.firstReadable(caller, images) : null;
      const [slot] = freeImageSlots(read.workflow, sent);
      if (name === null || slot === undefined) {
        references.push(notUsed(id, whyNot ?? 'None of its source images is yours to read.'));
        continue;
      }
      const reference = { name: slot, value: name, loc: binding.loc, nested: false, character: id };
      sent.push(reference);
      references.push({ ...used(id, reference), name });
    }
    return { sent, references };
  }

  private async firstReadable(caller: Caller, images: readonly string[]): Promise<string | null> {
    for (const path of images) {
      const file = await this.media.find(caller, path);
      if (file?.type === 'image') return path;
    }
    return null;
  }
}

/** `null` where the workflow takes one more picture as a reference. */
function whyNoReference(
  { workflow, mode }: ReadRequest,
  sent: readonly SentParam[],
): string | null {
  if (freeImageSlots(workflow, sent).length === 0) return noSlot(workflow);
  if (mode.startsWith('t2'))
    return `It would change the mode ${mode}. Send it as reference_image to start from it.`;
  if (mode === 'upscale') return 'The picture of the mode upscale is what becomes larger: send it.';
  return null;
}

const used = (character: string, { name: slot }: SentParam) => ({
  character,
  slot,
  used: true,
  why_not: null,
});

const notUsed = (character: string, whyNot: string): ReferenceUse => ({
  character,
  name: null,
  slot: null,
  used: false,
  why_not: whyNot,
});
