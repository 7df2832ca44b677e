import type { Setting } from '../../generate/public';
import type { Option } from '../../../ui/option-list';
import { omit } from '../../../ui/omit';
import { charactersWords } from '../words';

const { defaults: words } = charactersWords;

type Fields = Readonly<Record<string, unknown>>;

/** Defaults may hold params in it, as the body of a request does. */
const NESTED = 'workflow_params';

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const nestedIn = (defaults: Fields): Fields => {
  const nested = defaults[NESTED];
  return isFields(nested) ? nested : {};
};

/** All settings by name, those of `workflow_params`, too. */
export const flattened = (defaults: Fields): Fields =>
  isFields(defaults[NESTED]) ? { ...nestedIn(defaults), ...omit(defaults, NESTED) } : defaults;

/** The defaults with a value, at the place where it was. */
export function withDefault(defaults: Fields, name: string, value: unknown): Fields {
  const nested = nestedIn(defaults);
  return Object.hasOwn(nested, name) && !Object.hasOwn(defaults, name)
    ? { ...defaults, [NESTED]: { ...nested, [name]: value } }
    : { ...defaults, [name]: value };
}

/** The defaults without a setting, wherever it was. */
export function withoutDefault(defaults: Fields, name: string): Fields {
  const others: Fields = omit(defaults, name);
  const nested = nestedIn(defaults);
  if (!Object.hasOwn(nested, name)) return others;
  const rest = omit(nested, name);
  return Object.keys(rest).length === 0 ? omit(others, NESTED) : { ...others, [NESTED]: rest };
}

export const hasDefault = (defaults: Fields, name: string): boolean =>
  Object.hasOwn(flattened(defaults), name);

/** A default as the form shows it. */
export interface DefaultRow {
  readonly name: string;
  readonly label: string;
  readonly value: unknown;
  /** Absent: no workflow has it, or takes a value of this kind. */
  readonly setting?: Setting;
}

/**
 * The defaults in the order of the form; what it doesn't have comes last.
 * @param added settings that are there before they have a value
 */
export function defaultRows(
  defaults: Fields,
  settings: readonly Setting[],
  added: readonly string[],
): readonly DefaultRow[] {
  const rows = Object.entries(flattened(defaults)).map(([name, value]): DefaultRow => {
    const setting = settings.find((one) => one.name === name);
    const hasControl = setting !== undefined && accepts(setting, value);
    return { name, value, label: setting?.param.label ?? name, ...(hasControl && { setting }) };
  });
  for (const setting of settings)
    if (added.includes(setting.name) && !hasDefault(defaults, setting.name))
      rows.push(emptyRow(setting));
  const place = ({ name }: DefaultRow) => {
    const index = settings.findIndex((one) => one.name === name);
    return index === -1 ? settings.length : index;
  };
  return rows.sort((a, b) => place(a) - place(b));
}

const emptyRow = (setting: Setting): DefaultRow => ({
  name: setting.name,
  label: setting.param.label,
  value: setting.startValue ?? (setting.kind === 'text' ? '' : undefined),
  setting,
});

const TYPES: Readonly<Record<Setting['kind'], readonly string[]>> = {
  slider: ['number'],
  number: ['number'],
  switch: ['boolean'],
  text: ['string'],
  choice: ['string', 'number'],
};

/** Its control can show the value. */
export const accepts = ({ kind }: Setting, value: unknown): boolean =>
  TYPES[kind].includes(typeof value);

/** The settings that can be added. */
export function settingOptions(
  settings: readonly Setting[],
  rows: readonly DefaultRow[],
  hintOf: (workflows: readonly string[]) => string,
): readonly Option[] {
  return settings
    .filter(({ name }) => rows.every((row) => row.name !== name))
    .map(({ name, param, workflows }) => ({
      value: name,
      label: param.label,
      hint: hintOf(workflows),
    }));
}

/** A value in words, where no control shows it. */
export function textOf(value: unknown): string {
  if (typeof value === 'boolean') return value ? words.on : words.off;
  return typeof value === 'string' ? value : JSON.stringify(value);
}
