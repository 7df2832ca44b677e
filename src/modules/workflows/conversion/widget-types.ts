import type { InputSpec } from '../../providers/public/comfy-types';
import { typeOf } from '../graph/input-specs';
import { textOf } from '../json/json-values';

/*
 * Which inputs of a node class have a value in the editor, and of what kind.
 */

interface NamedInput {
  readonly name: string;
  readonly spec: InputSpec;
}

const PLAIN = ['INT', 'FLOAT', 'STRING', 'BOOLEAN', 'COMBO'];
const WIDGETS: ReadonlySet<string> = new Set([
  ...PLAIN,
  ...['COMFY_DYNAMICCOMBO_V3', 'COLOR', 'COLORS', 'CURVE', 'RANGE', 'MARKDOWN', 'TEXTAREA'],
  ...['BOUNDING_BOX', 'BOUNDING_BOXES', 'WEBCAM', 'LOAD_3D', 'IMAGECOMPARE', 'AUDIO_RECORD'],
  ...['COMPOSITOR', 'PAINTER', 'CHART', 'GALLERIA', 'LOAD_3D_ANIMATION'],
]);
/** Values that the editor renders or records when it sends a prompt. */
const MADE_IN_BROWSER = ['LOAD_3D', 'LOAD_3D_ANIMATION', 'WEBCAM', 'AUDIO_RECORD'];
export const DYNAMIC_CHOICE = 'COMFY_DYNAMICCOMBO_V3';

/** Whether the value is made in the browser, so that a server can't know it. */
export function isMadeInBrowser(input: NamedInput): boolean {
  return MADE_IN_BROWSER.includes(typeOf(input.spec)) && !isDisplayOnly(input);
}

/** Whether the widget only displays something, so that the node needs no value. */
export function isDisplayOnly({ name, spec }: NamedInput): boolean {
  return typeOf(spec) === 'IMAGECOMPARE' || name === 'viewport_state';
}

/** Whether the editor adds an upload button to the input (`image_upload`, `audio_upload`…). */
export function hasUploadButton([, settings]: InputSpec): boolean {
  return Object.entries(settings ?? {}).some(([key, on]) => key.endsWith('_upload') && on === true);
}

/**
 * Whether an input may have a saved value. Plain types always may, because old editors saved one despite `forceInput`; for
 * unusual types the file decides.
 * @param saved the node's input in the file, if there is one
 */
export function mayHaveSavedValue(
  spec: InputSpec,
  saved: { readonly widget: string | null } | undefined,
): boolean {
  const { widgetType, socketless, forceInput } = spec[1] ?? {};
  const type = typeOf(spec);
  if (PLAIN.includes(type) || typeof widgetType === 'string' || type === DYNAMIC_CHOICE)
    return true;
  if (forceInput === true) return false;
  if (saved) return saved.widget !== null;
  return WIDGETS.has(type) || socketless === true || isMixed(type, spec[1] ?? {});
}

/** Whether the input takes several plain types, such as `FLOAT,INT`, and has a field for them. */
function isMixed(type: string, settings: Readonly<Record<string, unknown>>): boolean {
  const bounded = ['default', 'min', 'max'].some((key) => settings[key] !== undefined);
  return bounded && type.includes(',') && type.split(',').some((part) => PLAIN.includes(part));
}

/** Whether the editor adds an after-generate control. It does so for seeds without the flag, too. */
export function hasRunControl(name: string, spec: InputSpec): boolean {
  const flag = spec[1]?.['control_after_generate'];
  if (flag !== undefined && flag !== null) return flag !== false;
  return widgetTypeOf(spec) === 'INT' && (name === 'seed' || name === 'noise_seed');
}

/** The widget type; an input of several types may state it. */
export function widgetTypeOf(spec: InputSpec): string {
  const stated = textOf(spec[1]?.['widgetType']);
  if (stated !== null) return stated;
  const type = typeOf(spec);
  return type.split(',').find((part) => PLAIN.includes(part)) ?? type;
}

/** The key of the option that a value selects. */
export function choiceKey(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
