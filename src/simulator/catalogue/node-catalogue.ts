import { recordedClasses } from './catalogue.store';
import { filesFor, withFiles, type FileLists } from './file-lists';
import { nodeClassOf, type NodeClass } from './node-class';
import { type WireObject, type WireValue, asObject, writeJson } from '../wire/json';

/** The node classes that a simulator offers, with the files of its folders in their lists. */
export class NodeCatalogue {
  private readonly classes = new Map<string, NodeClass>();
  private described: { key: string; text: string } | undefined;

  /** The class of that name as recorded, or `undefined` when the node doesn't have it. */
  find(name: string): NodeClass | undefined {
    const known = this.classes.get(name);
    if (known !== undefined) return known;
    const info = recordedClasses().get(name);
    if (!(info instanceof Map)) return undefined;
    const found = nodeClassOf(name, info);
    this.classes.set(name, found);
    return found;
  }

  /** `object_info` of one class as served now, or `undefined`. */
  describe(name: string, lists: FileLists): WireObject | undefined {
    const found = this.find(name);
    return found && describeClass(found, lists);
  }

  /** The whole `object_info` as JSON text; built again only when a list changed. */
  describeAll(lists: FileLists): string {
    const key = writeJson([
      [...lists.models].map(([folder, files]) => [folder, files]),
      lists.inputs,
    ]);
    if (this.described?.key !== key) {
      const all: WireObject = new Map();
      for (const name of recordedClasses().keys()) {
        const info = this.describe(name, lists);
        if (info !== undefined) all.set(name, info);
      }
      this.described = { key, text: writeJson(all) };
    }
    return this.described.text;
  }
}

function describeClass(found: NodeClass, lists: FileLists): WireObject {
  const input = asObject(found.info.get('input'));
  const filled: WireObject = new Map();
  for (const [category, specs] of input) filled.set(category, fill(found.name, specs, lists));
  return new Map(found.info).set('input', filled);
}

function fill(name: string, specs: WireValue, lists: FileLists): WireValue {
  if (!(specs instanceof Map)) return specs;
  const listing = [...specs.keys()].some((input) => filesFor(name, input, lists) !== undefined);
  if (!listing) return specs;
  return new Map([...specs].map(([input, spec]) => [input, withFiles(name, input, spec, lists)]));
}
