import { createHash } from 'node:crypto';
import { currentClassName } from '../conversion/editor-classes';
import type { InputSpec, ObjectInfo } from '../../providers/public/comfy-types';
import { hasUploadMark } from '../../providers/public/node-file-inputs';
import { choicesOf } from '../graph/input-specs';
import { ownValue } from '../../../platform/json';
import { recordOr } from '../json/json-values';
import type { WorkflowText } from '../json/workflow-text';

/** The classes that a workflow names, in its graph or in an editor's file including subgraphs. */
export function classesIn(text: Exclude<WorkflowText, { format: 'none' }>): readonly string[] {
  const classes =
    text.format === 'api'
      ? Object.values(text.graph).map(({ class_type }) => class_type)
      : editorClasses(text.editor);
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

/** Digests of the nodes' descriptions of classes. The digest of a class is cached per `object_info` answer. */
export class ClassDigests {
  private readonly byInfo = new WeakMap<ObjectInfo, Map<string, string>>();

  /**
   * A digest of these nodes' descriptions of these classes, without lists of files, which change with every upload and
   * every new model. Equal digests lead to equal workflows.
   */
  of(classes: readonly string[], infos: readonly ObjectInfo[]): string {
    const digests = infos.map((info) => {
      const cached = this.byInfo.get(info) ?? new Map<string, string>();
      this.byInfo.set(info, cached);
      return classes.map((name) => {
        const classDigest = cached.get(name) ?? digestOf(name, info);
        cached.set(name, classDigest);
        return classDigest;
      });
    });
    return digest(JSON.stringify(digests));
  }
}

function digestOf(name: string, info: ObjectInfo): string {
  const described = ownValue(info, name);
  return described === undefined ? '' : digest(JSON.stringify(described, withoutFiles));
}

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
