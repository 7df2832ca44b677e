import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { filesFor, mayListFiles, withFiles, type FileLists } from './file-lists';
import { nodeClassOf, type NodeClass } from './node-class';
import { readJson, type WireObject, type WireValue, asObject, writeJson } from '../wire/json';

/** JSON text by class name. */
let recorded: ReadonlyMap<string, string> | undefined;
/** The last description of all classes, shared by all simulators of the process. */
let described: { readonly key: string; readonly text: string } | undefined;

/**
 * The node classes of ComfyUI 0.33.0 as recorded from a real one, each on a line: its name, a tab, its entry in
 * `object_info`. Unpacked at the first use and then shared by all simulators of the process. Classes are parsed when they
 * are used, because objects take ten times the memory of their text.
 */
function recordedClasses(): ReadonlyMap<string, string> {
  recorded ??= new Map(
    gunzipSync(readFileSync(join(__dirname, 'object_info.tsv.gz')))
      .toString('latin1')
      .split('\n')
      .map((line) => line.split('\t') as [name: string, info: string]),
  );
  return recorded;
}

/** The node classes that a simulator offers, with the files of its folders in their lists. */
export class ClassCatalogue {
  private readonly classes = new Map<string, NodeClass>();

  /** The class of that name as recorded, or `undefined` when the node doesn't have it. */
  find(name: string): NodeClass | undefined {
    const cached = this.classes.get(name);
    if (cached !== undefined) return cached;
    const info = recordedClasses().get(name);
    if (info === undefined) return undefined;
    const nodeClass = nodeClassOf(name, asObject(readJson(info)));
    this.classes.set(name, nodeClass);
    return nodeClass;
  }

  /** `object_info` of one class as served now, or `undefined`. */
  describe(name: string, lists: FileLists): WireObject | undefined {
    const nodeClass = this.find(name);
    return nodeClass && describeClass(nodeClass, lists);
  }

  /** The whole `object_info` as JSON text; built again only when a list changed. */
  describeAll(lists: FileLists): string {
    const key = writeJson([
      [...lists.models].map(([folder, files]) => [folder, files]),
      lists.inputs,
    ]);
    if (described?.key !== key) {
      const members = [...recordedClasses()].map(([name, recordedText]) => {
        const info = mayListFiles(name, recordedText) ? this.describe(name, lists) : undefined;
        return `${JSON.stringify(name)}: ${info === undefined ? recordedText : writeJson(info)}`;
      });
      described = { key, text: `{${members.join(', ')}}` };
    }
    return described.text;
  }
}

function describeClass(nodeClass: NodeClass, lists: FileLists): WireObject {
  const input = asObject(nodeClass.info.get('input'));
  const filled: WireObject = new Map();
  for (const [category, specs] of input) filled.set(category, fill(nodeClass.name, specs, lists));
  return new Map(nodeClass.info).set('input', filled);
}

function fill(name: string, specs: WireValue, lists: FileLists): WireValue {
  if (!(specs instanceof Map)) return specs;
  const listing = [...specs.keys()].some((input) => filesFor(name, input, lists) !== undefined);
  if (!listing) return specs;
  return new Map([...specs].map(([input, spec]) => [input, withFiles(name, input, spec, lists)]));
}
