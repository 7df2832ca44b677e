import { Injectable } from '@nestjs/common';
import { BuiltinWorkflowsService } from './builtin-workflows.service';
import { type Workflow, WorkflowCatalogue } from '../public/workflow';
import { problemSentence, type FolderProblem } from '../import/folder-problems';
import { ImportedWorkflowsService } from '../import/imported-workflows.service';

/** The whole catalogue: builtin workflows and those of the folder. A builtin workflow takes precedence. */
@Injectable()
export class WorkflowCatalogueService implements WorkflowCatalogue {
  constructor(
    private readonly builtin: BuiltinWorkflowsService,
    private readonly imported: ImportedWorkflowsService,
  ) {}

  list(): readonly Workflow[] {
    const imported = this.imported.list().filter(({ id }) => !this.isBuiltin(id));
    return [...this.builtin.list(), ...imported];
  }

  get(id: string): Workflow | undefined {
    return this.builtin.get(id) ?? this.imported.get(id);
  }

  importProblems(id: string): readonly string[] {
    return this.imported.problemsOf(id).map(problemSentence);
  }

  /** Is this the id of a builtin workflow? */
  isBuiltin(id: string): boolean {
    return this.builtin.get(id) !== undefined;
  }

  /** Files of the folder whose current content isn't in the catalogue. */
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
