import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { importWorkflow, type ImportedWorkflow } from '../../../api/workflow-imports';
import { useSubmitting } from '../../../ui/use-submitting';
import { ImportForm, type ImportRequest } from './ImportForm';
import { ImportReport } from './ImportReport';
import { readImport } from './read-import';

interface ImportDialogProps {
  readonly dropped: File | undefined;
  /** Tells whether something is imported, so that nothing typed is left. */
  readonly onDone: (isDone: boolean) => void;
  readonly onClose: () => void;
}

/** Asks for the file, its id and name; then tells what was recognised. */
export function ImportDialog({ dropped, onDone, onClose }: ImportDialogProps) {
  const queries = useQueryClient();
  const [imported, setImported] = useState<ImportedWorkflow>();
  const { isBusy, error, run } = useSubmitting(async ({ file, id, name }: ImportRequest) => {
    const source = await readImport(file);
    setImported(await importWorkflow({ id, ...(name && { name }), ...source }));
    onDone(true);
    void queries.invalidateQueries({ queryKey: ['workflows'] });
  });
  if (imported !== undefined)
    return (
      <ImportReport
        imported={imported}
        onAnother={() => {
          setImported(undefined);
          onDone(false);
        }}
        onClose={onClose}
      />
    );
  return (
    <ImportForm
      dropped={dropped}
      error={error}
      isBusy={isBusy}
      onSubmit={(request) => void run(request)}
    />
  );
}
