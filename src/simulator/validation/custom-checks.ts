import { PythonError } from '../wire/python-error';
import { typeName } from '../wire/python-text';
import type { WireObject, WireValue } from '../wire/python-float';
import { linkOf } from './links';

/** Answers whether a file that a graph names (`sub/up.png`, `up.png [output]`) is there. */
export type FileExists = (name: string) => Promise<boolean>;

/** A class that checks some inputs itself; the general checks of bounds and choices then skip these inputs. */
interface CustomCheck {
  /** Inputs that it looks at; `all` when it takes every input. */
  readonly covers: readonly string[] | 'all';
  /** Arguments that its check can't be called without. */
  readonly needs: readonly string[];
  /** The problem, or `undefined`. Without one it only switches the general checks off. */
  readonly problem?: (inputs: WireObject, exists: FileExists) => Promise<string | undefined>;
}

const CHECKS: Readonly<Record<string, CustomCheck>> = {
  LoadImage: fileCheck('image', 'Invalid image file'),
  LoadImageMask: fileCheck('image', 'Invalid image file'),
  LoadImageOutput: fileCheck('image', 'Invalid image file'),
  WebcamCapture: fileCheck('image', 'Invalid image file'),
  LoadLatent: fileCheck('latent', 'Invalid latent file'),
  LoadAudio: fileCheck('audio', 'Invalid audio file'),
  LoadVideo: fileCheck('file', 'Invalid video file'),
  Load3D: modelFileCheck(),
  Load3DAdvanced: modelFileCheck(),
  ComfySoftSwitchNode: {
    covers: ['switch', 'on_false', 'on_true'],
    needs: ['switch'],
    problem: (inputs) =>
      Promise.resolve(
        inputs.has('on_false') || inputs.has('on_true')
          ? undefined
          : 'At least one of on_false or on_true must be connected to Switch node',
      ),
  },
  CustomCombo: { covers: 'all', needs: ['choice'] },
  ModelAttentionBackend: { covers: ['attention'], needs: ['attention'] },
  SelectModelDevice: { covers: ['device'], needs: [] },
  SelectCLIPDevice: { covers: ['device'], needs: [] },
  SelectVAEDevice: { covers: ['device'], needs: [] },
};

function fileCheck(input: string, words: string): CustomCheck {
  return {
    covers: [input],
    needs: [input],
    problem: async (inputs, exists) => {
      const name = fileName(inputs.get(input) ?? null);
      return (await exists(name)) ? undefined : `${words}: ${name}`;
    },
  };
}

function modelFileCheck(): CustomCheck {
  const check = fileCheck('model_file', 'Invalid 3D model file');
  return {
    ...check,
    covers: 'all',
    problem: async (inputs, exists) => {
      const name = inputs.get('model_file');
      return name === '' || name === 'none' ? undefined : check.problem?.(inputs, exists);
    },
  };
}

/** The real check calls a method of `str`; anything else, a link too, fails there. */
function fileName(value: WireValue): string {
  if (typeof value === 'string') return value;
  const type = linkOf(value) === undefined ? typeName(value) : 'NoneType';
  throw new PythonError('AttributeError', `'${type}' object has no attribute 'endswith'`);
}

/** True when the class checks this input itself. */
export function checksItself(className: string, input: string): boolean {
  const covers = CHECKS[className]?.covers ?? [];
  return covers === 'all' || covers.includes(input);
}

/** The inputs that fail the class's own check, each with the problem. Throws `PythonError` as the check would. */
export async function customProblems(
  className: string,
  inputs: WireObject,
  exists: FileExists,
): Promise<readonly (readonly [input: string, problem: string])[]> {
  const check = CHECKS[className];
  if (check === undefined) return [];
  const missing = check.needs.find((name) => !inputs.has(name));
  if (missing !== undefined) throw missingArgument(className, missing);
  const problem = await check.problem?.(inputs, exists);
  if (problem === undefined) return [];
  return [...inputs.keys()]
    .filter((name) => checksItself(className, name))
    .map((name) => [name, problem] as const);
}

function missingArgument(className: string, name: string): PythonError {
  const call = `${className}.VALIDATE_INPUTS()`;
  return new PythonError('TypeError', `${call} missing 1 required positional argument: '${name}'`);
}
