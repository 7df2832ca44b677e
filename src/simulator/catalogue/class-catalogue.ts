import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { filesFor, withFiles, type FileLists } from './file-lists';
import { nodeClassOf, type NodeClass } from './node-class';
import { readJson, type WireObject, type WireValue, asObject, writeJson } from '../wire/json';

let recorded: WireObject | undefined;
/** The last description of all classes, shared by all simulators of the process. */
let described: { readonly key: string; readonly text: string } | undefined;

/**
 * The node classes of ComfyUI 0.33.0 as recorded from a real one. Unpacked at the first use and then shared by
 * all simulators of the process, so that starting one is fast.
 */
function recordedClasses(): WireObject {
  recorded ??= asObject(
    readJson(gunzipSync(readFileSync(join(__dirname, 'object_info.json.gz'))).toString('utf8')),
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
    if (!(info instanceof Map)) return undefined;
    const nodeClass = nodeClassOf(name, info);
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
      const all: WireObject = new Map();
      for (const name of recordedClasses().keys()) {
        const info = this.describe(name, lists);
        if (info !== undefined) all.set(name, info);
      }
      described = { key, text: writeJson(all) };
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
