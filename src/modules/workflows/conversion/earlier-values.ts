import type { JsonRecord } from '../../../platform/json';
import type { EditorNode } from './editor-graph';

/*
 * Values that packs have renamed or taken apart since a file was saved. The packs' own scripts carry them over when the
 * editor opens it.
 */

/** A node's values by name as its class knows them today; `has` tells which names it knows. */
export function valuesNow(
  { type, named }: EditorNode,
  has: (name: string) => boolean,
): JsonRecord | null {
  if (!named || !type.startsWith('VHS_')) return named;
  return withOutputSwitch(has('force_size') ? named : withSides(named), has);
}

/** VideoHelperSuite told how videos are scaled in one choice (`512x?`, `Custom Width`); 0 leaves a side free. */
function withSides({ force_size: size, ...rest }: JsonRecord): JsonRecord {
  if (typeof size !== 'string') return rest;
  const [, width, height] = /^([\d.]+|\?)x([\d.]+|\?)$/.exec(size) ?? [];
  const side = (text: string): number => (text === '?' ? 0 : Math.trunc(Number(text)));
  if (width !== undefined && height !== undefined)
    return { ...rest, custom_width: side(width), custom_height: side(height) };
  return {
    ...rest,
    ...(['Disabled', 'Custom Height'].includes(size) ? { custom_width: 0 } : {}),
    ...(['Disabled', 'Custom Width'].includes(size) ? { custom_height: 0 } : {}),
  };
}

/** What is now called `save_output` was `save_image`. */
function withOutputSwitch(named: JsonRecord, has: (name: string) => boolean): JsonRecord {
  const { save_image: saves, ...rest } = named;
  if (saves === undefined || has('save_image') || !has('save_output')) return named;
  return { save_output: saves, ...rest };
}
