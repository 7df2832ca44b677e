import { createHash } from 'node:crypto';
import { nameNow } from '../conversion/renamed-classes';
import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { choicesOf, isUpload } from '../graph/input-specs';
import { recordOr, ownValue } from '../json/json-values';
import type { WorkflowText } from '../json/workflow-text';

/** The classes that a brought text names: a graph's, or those of an editor's file and of its subgraphs. */
export function classesIn(text: Exclude<WorkflowText, { format: 'none' }>): readonly string[] {
  const classes =
    text.format === 'api'
      ? Object.values(text.graph).map(({ class_type }) => class_type)
      : editorClasses(text.editor);
  return [...new Set(classes)].sort();
}

/** Everything that calls itself a type: nodes may stand in subgraphs and in groups. Without recursion. */
function editorClasses(editor: unknown): readonly string[] {
  const classes: string[] = [];
  const open: unknown[] = [editor];
  while (open.length > 0) {
    const part = open.pop();
    if (typeof part !== 'object' || part === null) continue;
    const { type } = recordOr(part);
    if (typeof type === 'string') classes.push(type);
    for (const inner of Object.values(part) as unknown[]) open.push(inner);
  }
  return classes.flatMap((name) => [name, nameNow(name, {})]);
}

/** Digests of what a node said of classes: asked for by every workflow that has the class. */
const DIGESTS = new WeakMap<ObjectInfo, Map<string, string>>();

/**
 * A digest of what nodes say of these classes, less what changes with every upload and every new model. Answers with one
 * digest make one workflow.
 */
export function saidOf(classes: readonly string[], infos: readonly ObjectInfo[]): string {
  const said = infos.map((info) => {
    const known = DIGESTS.get(info) ?? new Map<string, string>();
    DIGESTS.set(info, known);
    return classes.map((name) => known.get(name) ?? digested(name, info, known));
  });
  return digest(JSON.stringify(said));
}

function digested(name: string, info: ObjectInfo, known: Map<string, string>): string {
  const described = ownValue(info, name);
  const said = described === undefined ? '' : digest(JSON.stringify(described, withoutFiles));
  known.set(name, said);
  return said;
}

const digest = (text: string): string => createHash('sha256').update(text).digest('base64');

/** A list of files is said by its being one. */
function withoutFiles(_: string, value: unknown): unknown {
  if (!Array.isArray(value) || (!Array.isArray(value[0]) && value[0] !== 'COMBO')) return value;
  const spec = value as unknown as InputSpec;
  if (!isUpload(spec) && !isLong(choicesOf(spec) ?? [])) return value;
  return ['COMBO', { ...recordOr(value[1]), options: 'files' }];
}

const isLong = (choices: readonly unknown[]): boolean =>
  choices.length > MOST_CHOICES ||
  choices.some((choice) => typeof choice === 'string' && FILE.test(choice));

const FILE = /\.[a-z0-9]{2,12}$/i;
/** Lists that are longer come from somewhere. */
const MOST_CHOICES = 200;
