import type { Value } from '../classes/value';
import { type WireValue, numberOf } from '../wire/json';
import { PythonError, str } from '../wire/python';

/** The part of an `execution_error` about the exception and the inputs of the failed node. */
export function describeFailure(
  error: unknown,
  inputs: ReadonlyMap<string, Value>,
): readonly (readonly [string, WireValue])[] {
  const { type, message } = pythonErrorOf(error);
  return [
    ['exception_message', `${message}\n${tipFor(type)}`],
    ['exception_type', type],
    ['traceback', traceback(message)],
    ['current_inputs', new Map([...inputs].map(([name, value]) => [name, [displayValue(value)]]))],
  ];
}

/** Python's messages for errors of the file system. */
const FILE_ERRORS: Readonly<Record<string, string>> = {
  ENAMETOOLONG: '[Errno 36] File name too long',
  ENOSPC: '[Errno 28] No space left on device',
  EACCES: '[Errno 13] Permission denied',
  EISDIR: '[Errno 21] Is a directory',
  ENOTDIR: '[Errno 20] Not a directory',
  ENOENT: '[Errno 2] No such file or directory',
};

/** Other errors are bugs of the simulator and are reported as such. */
function pythonErrorOf(error: unknown): { type: string; message: string } {
  if (error instanceof PythonError) return { type: error.type, message: error.message };
  const { code, path, message } = fileError(error);
  const description = FILE_ERRORS[code];
  if (description !== undefined) return { type: 'OSError', message: `${description}: '${path}'` };
  if (code === 'ERR_INVALID_ARG_VALUE')
    return { type: 'ValueError', message: 'embedded null byte' };
  return { type: 'RuntimeError', message: `the simulator failed: ${message}` };
}

function fileError(error: unknown): { code: string; path: string; message: string } {
  const { code = '', path = '' } = error as { code?: string; path?: string };
  return { code, path, message: error instanceof Error ? error.message : String(error) };
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
function displayValue(value: Value): WireValue {
  if (value.kind !== 'literal') return `<${value.kind}>`;
  const { value: constant } = value;
  if (constant === null || typeof constant === 'boolean' || typeof constant === 'string') {
    return constant;
  }
  return numberOf(constant) === undefined ? str(constant) : constant;
}
