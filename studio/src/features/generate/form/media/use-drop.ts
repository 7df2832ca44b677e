import { useState } from 'react';
import type { Workflow, WorkflowItem } from '../../../../api/types';
import { uploadMedia } from '../../../../api/media-upload';
import { loadWorkflow } from '../../../../api/workflows';
import { notifyDone, notifyError } from '../../../../ui/notify';
import { useFileDrop } from '../../../../ui/use-file-drop';
import { usePastedFiles } from '../../../../ui/use-pasted-files';
import { formWords } from '../../words';
import { formStore, setParam, showWorkflow } from '../form-state';
import { workflowFor } from '../head/model';
import { offerSettings } from './embedded-store';
import { type FileKind, kindOfFile, targetFor } from './model';
import { uploadFor } from './uploads';

/** Takes files that are dropped or pasted anywhere on the page. Returns what a drop would do while files hover. */
export function useDrop(workflow: Workflow, workflows: readonly WorkflowItem[]): string | null {
  const [hint, setHint] = useState<string | null>(null);
  const receive = (files: readonly File[], under?: string) =>
    void take(files, under, workflows).catch(notifyError);
  const isDragging = useFileDrop(
    (files, event) => receive(files, targetUnder(event)),
    (event) => setHint(hintFor(workflow, event.dataTransfer?.items[0], targetUnder(event))),
  );
  usePastedFiles(receive);
  return isDragging ? hint : null;
}

/** The param whose field the pointer is over. */
const targetUnder = (event: DragEvent): string | undefined =>
  event.target instanceof Element
    ? (event.target.closest<HTMLElement>('[data-file-target]')?.dataset.fileTarget ?? undefined)
    : undefined;

function hintFor(
  { params }: Workflow,
  item: DataTransferItem | undefined,
  under: string | undefined,
): string {
  const kind = item ? kindOfFile({ type: item.type, name: '' }) : null;
  const target = under ?? (kind ? targetFor(params, kind, formStore.get().values) : undefined);
  const label = target === undefined ? undefined : params[target]?.label;
  return label === undefined ? formWords.dropNowhere : formWords.dropOn(label);
}

/** Each file goes to the next field of its kind. */
async function take(
  files: readonly File[],
  under: string | undefined,
  workflows: readonly WorkflowItem[],
): Promise<void> {
  for (const [index, file] of files.entries()) {
    const kind = kindOfFile(file);
    if (kind === null) throw new Error(formWords.notAFile(file.name));
    const { workflow, values } = formStore.get();
    const { params } = await loadWorkflow(workflow);
    const target = (index === 0 ? under : undefined) ?? targetFor(params, kind, values);
    if (target === undefined) await takeElsewhere(file, kind, workflows);
    else await takeAs(target, file, kind);
  }
}

async function takeAs(param: string, file: File, kind: FileKind): Promise<void> {
  const media = await uploadFor(param, file);
  if (media && kind === 'image') await offerSettings(media.path);
}

/** The workflow in view takes no such file: a picture is read for its settings, others open a workflow that takes them. */
async function takeElsewhere(
  file: File,
  kind: FileKind,
  workflows: readonly WorkflowItem[],
): Promise<void> {
  const other = workflowFor(workflows, kind, []);
  if (kind === 'image') {
    const { path } = await uploadMedia(file, () => undefined, new AbortController().signal);
    if (await offerSettings(path)) return;
    notifyDone(formWords.noSettings, other && { action: inputAction(other, path) });
    return;
  }
  if (!other) throw new Error(formWords.noInput);
  const field = await openFor(other, kind);
  if (field !== undefined) await uploadFor(field, file);
}

const inputAction = (workflow: WorkflowItem, path: string) => ({
  label: formWords.useAsInput,
  run: async () => {
    const field = await openFor(workflow, 'image');
    if (field !== undefined) setParam(field, path);
  },
});

/** Shows the form of a workflow. Returns its field for such a file. */
async function openFor({ id, kind: type }: WorkflowItem, kind: FileKind) {
  showWorkflow(id, type);
  return targetFor((await loadWorkflow(id)).params, kind, {});
}
