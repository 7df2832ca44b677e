import { Injectable } from '@nestjs/common';
import { BuiltinWorkflowsService } from './builtin-workflows.service';
import { type Workflow, WorkflowCatalogue } from '../public/workflow';
import { asSentence, type FolderProblem } from '../import/folder-problems';
import { ImportedWorkflowsService } from '../import/imported-workflows.service';

/** The whole catalogue: what comes with the service, and what lies in the folder. A builtin workflow goes first. */
@Injectable()
export class WorkflowCatalogueService extends WorkflowCatalogue {
  constructor(
    private readonly builtin: BuiltinWorkflowsService,
    private readonly imported: ImportedWorkflowsService,
  ) {
    super();
  }

  list(): readonly Workflow[] {
    const imported = this.imported.list().filter(({ id }) => !this.isBuiltin(id));
    return [...this.builtin.list(), ...imported];
  }

  get(id: string): Workflow | undefined {
    return this.builtin.get(id) ?? this.imported.get(id);
  }

  whyAbsent(id: string): readonly string[] {
    return this.imported.problemsOf(id).map(asSentence);
  }

  /** Does the id belong to a workflow that comes with the service? */
  isBuiltin(id: string): boolean {
    return this.builtin.get(id) !== undefined;
  }

  /** Files of the folder that aren't in the catalogue as they stand. */
  problems(): readonly FolderProblem[] {
    const hidden = this.imported.list().filter(({ id }) => this.isBuiltin(id));
    return [...this.imported.problems(), ...hidden.map(({ id }) => takenByBuiltin(id))];
  }
}

const takenByBuiltin = (id: string): FolderProblem => ({
  file: `${id}.json`,
  status: 'broken',
  line: null,
  field: '',
  reason: `${id} is the id of a workflow that comes with Kinora: give the file another name`,
});
