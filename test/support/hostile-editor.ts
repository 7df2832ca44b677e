import { convertEditorWorkflow } from '../../src/modules/workflows/conversion/convert-editor-workflow';
import type { Conversion } from '../../src/modules/workflows/conversion/conversion';
import { recordedObjectInfo } from './workflow-fixtures';

const info = recordedObjectInfo();

/** Converts a file with the recorded classes. */
export const convert = (editor: unknown): Conversion => convertEditorWorkflow(editor, info);

/** A list of `count` made items. */
export const many = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** The conversion of a file that is refused as a whole. */
export const refusal = (reason: string) => ({
  graph: null,
  missing: [],
  isRefused: true,
  problems: [{ severity: 'error', code: 'unreadable', node: null, class: null, reason }],
});
