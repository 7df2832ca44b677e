import type { Value } from '../classes/value';
import { PythonError } from '../wire/python-error';
import { numberOf, type WireValue } from '../wire/python-float';
import { str } from '../wire/python-text';

/** What an `execution_error` says about the exception and the inputs of the node that raised it. */
export function describeFailure(
  error: unknown,
  inputs: ReadonlyMap<string, Value>,
): readonly (readonly [string, WireValue])[] {
  const { type, message } = pythonic(error);
  return [
    ['exception_message', `${message}\n${tipFor(type)}`],
    ['exception_type', type],
    ['traceback', traceback(message)],
    ['current_inputs', new Map([...inputs].map(([name, value]) => [name, [shown(value)]]))],
  ];
}

/** Anything that isn't an exception of a real node is a fault of the simulator, and says so. */
function pythonic(error: unknown): { type: string; message: string } {
  if (error instanceof PythonError) return { type: error.type, message: error.message };
  const message = error instanceof Error ? error.message : String(error);
  return { type: 'RuntimeError', message: `the simulator failed: ${message}` };
}

function tipFor(type: string): string {
  if (!type.endsWith('OutOfMemoryError')) return '';
  return (
    'This error means you ran out of memory on your GPU.\n\nTIPS: If the workflow worked before you might have ' +
    'accidentally set the batch_size to a large number.'
  );
}

function traceback(message: string): WireValue[] {
  const [line = ''] = message.split('\n');
  return [
    '  File "/simulator/execution.py", line 1, in execute\n    run node\n',
    `  File "/simulator/nodes.py", line 1, in run\n    ${line}\n`,
  ];
}

/** Constants as they are; everything else as a name, where the real one prints whole tensors. */
function shown(value: Value): WireValue {
  if (value.kind !== 'literal') return `<${value.kind}>`;
  const { value: constant } = value;
  if (constant === null || typeof constant === 'boolean' || typeof constant === 'string') {
    return constant;
  }
  return numberOf(constant) === undefined ? str(constant) : constant;
}
