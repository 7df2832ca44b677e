import { isRecord, type JsonRecord, listOr, recordOr } from '../../../platform/json';
import type { InputSpec } from './comfy-types';
import { listsNodeFiles } from './node-file-inputs';
import type { TextRedactor } from './redact-locations';
import { redactValue } from './redact-messages';

/**
 * The classes of `object_info` for callers who aren't admins, one by one: lists of the node's own files are empty, every
 * text is redacted, and entries that aren't classes are left out.
 */
export function* redactedClasses(
  objectInfo: unknown,
  clean: TextRedactor,
): Generator<readonly [name: string, described: JsonRecord]> {
  // Loaders repeat the same lists of files.
  const cleaned = new Map<string, string>();
  const cleanOnce = (text: string): string => {
    const result = cleaned.get(text) ?? clean(text);
    cleaned.set(text, result);
    return result;
  };
  for (const [name, described] of Object.entries(recordOr(objectInfo)))
    if (isRecord(described)) yield [name, cleanClass(name, described, cleanOnce)];
}

function cleanClass(nodeClass: string, described: JsonRecord, clean: TextRedactor): JsonRecord {
  const { input, ...rest } = described;
  const groups = Object.entries(recordOr(input)).map(([group, inputs]) => [
    group,
    Object.fromEntries(
      Object.entries(recordOr(inputs)).map(([name, spec]) => [
        name,
        redactValue(withoutFiles(nodeClass, name, spec), clean),
      ]),
    ),
  ]);
  return { ...recordOr(redactValue(rest, clean)), input: Object.fromEntries(groups) };
}

/** Lists come as `[["a", "b"], {…}]` and as `["COMBO", {"options": […]}]`; the default is one of them. */
function withoutFiles(nodeClass: string, input: string, spec: unknown): unknown {
  const [type, options, ...rest] = listOr(spec);
  const described = recordOr(options);
  if (!listsNodeFiles(nodeClass, input, [type, described] satisfies InputSpec)) return spec;
  const others = Object.fromEntries(
    Object.entries(described).filter(([option]) => option !== 'default'),
  );
  return [
    Array.isArray(type) ? [] : type,
    'options' in others ? { ...others, options: [] } : others,
    ...rest,
  ];
}
