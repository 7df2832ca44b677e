import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BuiltinWorkflowsStore, type StoredWorkflow } from './builtin-workflows.store';
import { type Workflow, WorkflowCatalogue } from '../public/workflow';
import type { WorkflowFile } from './workflow-file';
import { workflowFrom } from './workflow-from-file';

/** The builtin workflows, read once at start. Tests check them, so that no start needs to. */
@Injectable()
export class BuiltinWorkflowsService implements WorkflowCatalogue, OnModuleInit {
  private workflows: ReadonlyMap<string, Workflow> = new Map();

  constructor(private readonly builtin: BuiltinWorkflowsStore) {}

  async onModuleInit(): Promise<void> {
    const files = await this.builtin.read();
    this.workflows = new Map(files.map((file) => [file.id, toWorkflow(file)]));
  }

  list(): readonly Workflow[] {
    return [...this.workflows.values()];
  }

  get(id: string): Workflow | undefined {
    return this.workflows.get(id);
  }

  importProblems(): readonly string[] {
    return [];
  }
}

function toWorkflow({ id, text }: StoredWorkflow): Workflow {
  try {
    return workflowFrom(JSON.parse(text) as WorkflowFile, 'builtin');
  } catch (cause) {
    throw new Error(`The file of the built-in workflow ${id} is broken. Install Kinora again.`, {
      cause,
    });
  }
}
