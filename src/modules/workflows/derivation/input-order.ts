/*
 * In which order a node's inputs are walked. Names decide, not the order in which a file lists them, so that the params
 * of a graph have the same names however it was saved.
 */

/** What makes the picture first, what only corrects it last. */
const RANKS: readonly RegExp[] = [
  /^(?:samples|latent|latent_image|images?|pixels|video|.*_to|destination|av_latent|video_latent)$/,
  /^(?:(?:start|first|ref|reference|init).*|image_?[01]|.*_?a|.*_?1)$/,
  /^(?:positive|conditioning|cond|guider|model|text|prompt|on_true)/,
];
const LAST = /^(?:end|last|negative|uncond|empty|vae|clip_vision|control|mask|audio)|_from$|mask$/;

const NATURAL = new Intl.Collator('en', { numeric: true });

/** Names of inputs, those that matter most first. */
export function inOrder(names: readonly string[]): readonly string[] {
  return names
    .map((name) => ({ name, rank: rankOf(name) }))
    .sort(
      (a, b) => a.rank - b.rank || NATURAL.compare(a.name, b.name) || (a.name < b.name ? -1 : 1),
    )
    .map(({ name }) => name);
}

function rankOf(input: string): number {
  if (LAST.test(input)) return RANKS.length + 1;
  const rank = RANKS.findIndex((names) => names.test(input));
  return rank === -1 ? RANKS.length : rank;
}
