import type { WireObject, WireValue } from '../wire/json';
import { PythonError, quoted } from '../wire/python';

/** Does a file exist that a graph names (`sub/up.png`, `up.png [output]`)? */
export type FileExists = (name: string) => Promise<boolean>;

/** A class that checks some inputs itself; the general checks of bounds and choices then skip these inputs. */
interface CustomCheck {
  /** Inputs that it looks at; `all` when it takes every input. */
  readonly covers: readonly string[] | 'all';
  /** Arguments that its check can't be called without. */
  readonly needs: readonly string[];
  /** The check as Python names it in its errors. */
  readonly call: string;
  /** The problem, or `undefined`. Without one it only switches the general checks off. */
  readonly problem?: (inputs: WireObject, exists: FileExists) => Promise<string | undefined>;
}

const DEVICE_CHECK: CustomCheck = { covers: ['device'], needs: [], call: 'validate_inputs' };

const CHECKS: Readonly<Record<string, CustomCheck>> = {
  LoadImage: fileCheck('image', 'Invalid image file', 'LoadImage.VALIDATE_INPUTS'),
  LoadImageMask: fileCheck('image', 'Invalid image file', 'LoadImage.VALIDATE_INPUTS'),
  LoadImageOutput: fileCheck('image', 'Invalid image file', 'LoadImage.VALIDATE_INPUTS'),
  WebcamCapture: fileCheck('image', 'Invalid image file', 'LoadImage.VALIDATE_INPUTS'),
  LoadLatent: fileCheck('latent', 'Invalid latent file', 'LoadLatent.VALIDATE_INPUTS'),
  LoadAudio: fileCheck('audio', 'Invalid audio file', 'LoadAudio.validate_inputs'),
  LoadVideo: fileCheck('file', 'Invalid video file', 'LoadVideo.validate_inputs'),
  Load3D: modelFileCheck('Load3D.validate_inputs'),
  Load3DAdvanced: modelFileCheck('Load3DAdvanced.validate_inputs'),
  ComfySoftSwitchNode: {
    covers: ['switch', 'on_false', 'on_true'],
    needs: ['switch'],
    call: 'SoftSwitchNode.validate_inputs',
    problem: (inputs) =>
      Promise.resolve(
        inputs.has('on_false') || inputs.has('on_true')
          ? undefined
          : 'At least one of on_false or on_true must be connected to Switch node',
      ),
  },
  CustomCombo: { covers: 'all', needs: ['choice'], call: 'CustomComboNode.validate_inputs' },
  ModelAttentionBackend: {
    covers: ['attention'],
    needs: ['attention'],
    call: 'ModelAttentionBackend.VALIDATE_INPUTS',
  },
  SelectModelDevice: DEVICE_CHECK,
  SelectCLIPDevice: DEVICE_CHECK,
  SelectVAEDevice: DEVICE_CHECK,
};

function fileCheck(input: string, words: string, call: string): CustomCheck {
  return {
    covers: [input],
    needs: [input],
    call,
    problem: async (inputs, exists) => {
      const name = fileName(inputs.get(input) ?? null);
      return (await exists(name)) ? undefined : `${words}: ${name}`;
    },
  };
}

function modelFileCheck(call: string): CustomCheck {
  const check = fileCheck('model_file', 'Invalid 3D model file', call);
  return {
    ...check,
    covers: 'all',
    problem: async (inputs, exists) => {
      const name = inputs.get('model_file');
      return name === '' || name === 'none' ? undefined : check.problem?.(inputs, exists);
    },
  };
}

/** The real check calls a method of `str`, which fails for anything else, also for a link. */
function fileName(value: WireValue): string {
  if (typeof value === 'string') return value;
  throw new PythonError('AttributeError', `${quoted(value)} is not a file name`);
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
  if (missing !== undefined) throw missingArgument(check.call, missing);
  const problem = await check.problem?.(inputs, exists);
  if (problem === undefined) return [];
  return [...inputs.keys()]
    .filter((name) => checksItself(className, name))
    .map((name) => [name, problem] as const);
}

function missingArgument(call: string, name: string): PythonError {
  return new PythonError(
    'TypeError',
    `${call}() missing 1 required positional argument: '${name}'`,
  );
}
