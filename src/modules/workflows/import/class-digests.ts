import { createHash } from 'node:crypto';
import { ownValue, recordOr } from '../../../platform/json';
import { currentClassName } from '../conversion/editor-classes';
import type { InputSpec, NodeClassInfo, ObjectInfo } from '../../providers/public/comfy-types';
import { hasUploadMark } from '../../providers/public/node-file-inputs';
import { classesOf } from '../graph/graph-edits';
import { choicesOf } from '../graph/input-specs';
import { firstByKey, memoized } from '../json/memoize';
import type { WorkflowText } from '../json/workflow-text';

/** The classes that a workflow names, in its graph or in an editor's file including subgraphs. */
export function classesIn(text: Exclude<WorkflowText, { format: 'none' }>): readonly string[] {
  const classes = text.format === 'api' ? classesOf(text.graph) : editorClasses(text.editor);
  return [...new Set(classes)].sort();
}

/**
 * Every `type` in the file, because nodes may be in subgraphs and groups. Not recursive, because nesting may be deep.
 */
function editorClasses(editor: unknown): readonly string[] {
  const classes: string[] = [];
  const stack: unknown[] = [editor];
  while (stack.length > 0) {
    const part = stack.pop();
    if (typeof part !== 'object' || part === null) continue;
    const { type } = recordOr(part);
    if (typeof type === 'string') classes.push(type);
    for (const inner of Object.values(part) as unknown[]) stack.push(inner);
  }
  return classes.flatMap((name) => [name, currentClassName(name, {})]);
}

/**
 * A digest of these nodes' descriptions of these classes, without lists of files, which change with every upload and every
 * new model. Equal digests lead to equal workflows.
 */
export function digestOfClasses(classes: readonly string[], infos: readonly ObjectInfo[]): string {
  return digest(JSON.stringify(infos.map((info) => digestsIn(info, classes))));
}

/** Of catalogues that differ in lists of files only, the first one. Nodes mostly differ in nothing else. */
export function distinctCatalogues(infos: readonly ObjectInfo[]): readonly ObjectInfo[] {
  return [...firstByKey(infos.map((info) => [digestOfCatalogue(info), info] as const)).values()];
}

const digestOfCatalogue = memoized((info: ObjectInfo): string => {
  const names = Object.keys(info).sort();
  return digest(JSON.stringify([names, digestsIn(info, names)]));
});

const digestsIn = (info: ObjectInfo, classes: readonly string[]): readonly string[] =>
  classes.map((name) => {
    const described = ownValue(info, name);
    return described === undefined ? '' : digestOfClass(described);
  });

const digestOfClass = memoized((described: NodeClassInfo): string =>
  digest(JSON.stringify(described, withoutFiles)),
);

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** Replaces each list of files by a marker. */
function withoutFiles(_: string, value: unknown): unknown {
  if (!Array.isArray(value) || (!Array.isArray(value[0]) && value[0] !== 'COMBO')) return value;
  const spec = value as unknown as InputSpec;
  if (!hasUploadMark(spec) && !mayBeFiles(choicesOf(spec) ?? [])) return value;
  return ['COMBO', { ...recordOr(value[1]), options: 'files' }];
}

const mayBeFiles = (choices: readonly unknown[]): boolean =>
  choices.length > MAX_FIXED_CHOICES ||
  choices.some((choice) => typeof choice === 'string' && FILE.test(choice));

const FILE = /\.[a-z0-9]{2,12}$/i;
/** Longer lists come from a folder of the node, not from its code. */
const MAX_FIXED_CHOICES = 200;
