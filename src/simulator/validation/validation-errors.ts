import type { WireObject, WireValue } from '../wire/json';
import { PythonError, quoted, str } from '../wire/python';

/** One error of an answer: `{type, message, details, extra_info}`. */
export type ValidationError = ReadonlyMap<string, WireValue>;

/** The input that an error is about. */
export interface InputFacts {
  readonly name: string;
  readonly type: WireValue;
  readonly options: WireObject;
}

export function validationError(
  type: string,
  message: string,
  details: string,
  extra: Readonly<Record<string, WireValue>> = {},
): WireObject {
  return new Map<string, WireValue>([
    ['type', type],
    ['message', message],
    ['details', details],
    ['extra_info', new Map(Object.entries(extra))],
  ]);
}

export function inputConfig(input: InputFacts): WireValue {
  return [input.type, input.options];
}

export function requiredInputMissing(name: string, details: string): WireObject {
  return validationError('required_input_missing', 'Required input is missing', details, {
    input_name: name,
  });
}

export function badLinkedInput(input: InputFacts, value: WireValue): WireObject {
  return validationError(
    'bad_linked_input',
    'Bad linked input, must be a length-2 list of [node_id, slot_index]',
    input.name,
    { input_name: input.name, input_config: inputConfig(input), received_value: value },
  );
}

export function returnTypeMismatch(
  input: InputFacts,
  received: WireValue,
  link: WireValue,
): WireObject {
  return validationError(
    'return_type_mismatch',
    'Return type mismatch between linked nodes',
    `${input.name}, received_type(${str(received)}) mismatch input_type(${str(input.type)})`,
    {
      input_name: input.name,
      input_config: inputConfig(input),
      received_type: received,
      linked_node: link,
    },
  );
}

export function invalidInputType(input: InputFacts, value: WireValue, problem: string): WireObject {
  return validationError(
    'invalid_input_type',
    `Failed to convert an input value to a ${str(input.type)} value`,
    `${input.name}, ${str(value)}, ${problem}`,
    {
      input_name: input.name,
      input_config: inputConfig(input),
      received_value: value,
      exception_message: problem,
    },
  );
}

export function outOfBounds(
  input: InputFacts,
  value: WireValue,
  bound: { which: 'min' | 'max'; limit: WireValue },
): WireObject {
  const [type, word] = bound.which === 'min' ? ['smaller', 'min'] : ['bigger', 'max'];
  return validationError(
    `value_${type}_than_${word}`,
    `Value ${str(value)} ${type} than ${word} of ${str(bound.limit)}`,
    input.name,
    { input_name: input.name, input_config: inputConfig(input), received_value: value },
  );
}

/** The real one doesn't include longer lists in its answers. */
const MAX_LISTED_CHOICES = 20;

export function valueNotInList(
  input: InputFacts,
  value: WireValue,
  choice: { choices: readonly WireValue[]; wrong: readonly WireValue[] },
): WireObject {
  const long = choice.choices.length > MAX_LISTED_CHOICES;
  const list = long ? `(list of length ${choice.choices.length})` : quoted([...choice.choices]);
  return validationError(
    'value_not_in_list',
    'Value not in list',
    `${input.name}: ${choice.wrong.map(quoted).join(', ')} not in ${list}`,
    {
      input_name: input.name,
      input_config: long ? null : inputConfig(input),
      received_value: value,
    },
  );
}

export function customValidationFailed(name: string, problem: string): WireObject {
  return validationError(
    'custom_validation_failed',
    'Custom validation failed for node',
    `${name} - ${problem}`,
    { input_name: name },
  );
}

/** An exception that ComfyUI would raise during validation. */
export function exceptionDuringValidation(error: unknown): WireObject {
  const { type, message, frames } = pythonErrorOf(error, 'validate_prompt');
  return validationError('exception_during_validation', 'Exception when validating node', message, {
    exception_type: type,
    traceback: frames,
  });
}

export function exceptionDuringInnerValidation(
  input: InputFacts,
  link: WireValue,
  error: unknown,
): WireObject {
  const { type, message, frames } = pythonErrorOf(error, 'validate_inputs');
  return validationError(
    'exception_during_inner_validation',
    'Exception when validating inner node',
    message,
    {
      input_name: input.name,
      input_config: inputConfig(input),
      exception_message: message,
      exception_type: type,
      traceback: frames,
      linked_node: link,
    },
  );
}

function pythonErrorOf(
  error: unknown,
  place: string,
): { type: string; message: string; frames: WireValue[] } {
  if (!(error instanceof PythonError)) throw error;
  return {
    type: error.type,
    message: error.message,
    frames: [`  File "/simulator/execution.py", line 1, in ${place}\n`],
  };
}
