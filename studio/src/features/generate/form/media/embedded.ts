import type { Schemas } from '@kinora/client';
import type { FormState } from '../../model';
import type { NotRestored } from '../../restore';
import { formWords } from '../../words';
import { nameOfRole, type Params } from '../layout/model';

/** Names that other programs give to settings, by the role of our param for the same. */
const NAMES: Readonly<Record<string, readonly string[]>> = {
  steps: ['steps', 'Steps'],
  guidance: ['cfg', 'CFG scale', 'cfg_scale', 'guidance'],
  sampler: ['sampler', 'sampler_name', 'Sampler'],
  scheduler: ['scheduler', 'Schedule type'],
  denoise: ['denoise', 'Denoising strength'],
  width: ['width'],
  height: ['height'],
  seed: ['seed'],
  negative: ['negative'],
};

/** The form with the settings of a picture from another program; those that the workflow doesn't accept are listed. */
export function withEmbedded(
  state: FormState,
  embedded: Schemas['EmbeddedResponse'],
  params: Params,
): { readonly state: FormState; readonly notRestored: readonly NotRestored[] } {
  const settings = settingsOf(embedded);
  const found: Record<string, unknown> = {};
  const notRestored: NotRestored[] = [];
  for (const [role, names] of Object.entries(NAMES)) {
    const name = names.find((each) => settings[each] !== undefined);
    if (name === undefined) continue;
    const param = nameOfRole(params, role);
    const value = settings[name];
    if (param === undefined) notRestored.push({ field: name, why: formWords.noSuchSetting });
    else if (accepts(params, param, value)) found[param] = value;
    else
      notRestored.push({ field: param, why: formWords.refusedSetting(shortened(String(value))) });
  }
  const prompt = embedded.prompt ?? state.prompt;
  return { state: { ...state, prompt, values: { ...state.values, ...found } }, notRestored };
}

/** Characters of a refused value that are shown: a file may hold thousands. */
const MAX_SHOWN = 60;

const shortened = (text: string): string =>
  text.length > MAX_SHOWN ? `${Array.from(text).slice(0, MAX_SHOWN).join('')}…` : text;

/** All settings by name, with the size as two numbers. */
function settingsOf({
  settings,
  seed,
  negative,
}: Schemas['EmbeddedResponse']): Readonly<Record<string, unknown>> {
  const size = /^(\d+)x(\d+)$/u.exec(String(settings.Size ?? ''));
  return {
    ...settings,
    ...(size && { width: Number(size[1]), height: Number(size[2]) }),
    seed: seed ?? undefined,
    negative: negative ?? undefined,
  };
}

function accepts(params: Params, name: string, value: unknown): boolean {
  const param = params[name];
  if (param === undefined) return false;
  if (param.choices !== null) return param.choices.includes(value as string | number);
  return param.type === 'integer' || param.type === 'number' ? typeof value === 'number' : true;
}
