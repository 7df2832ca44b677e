import { Injectable, type OnModuleInit } from '@nestjs/common';
import { BuiltinWorkflowsStore, type StoredWorkflow } from './builtin-workflows.store';
import { type Workflow, WorkflowCatalogue } from '../public/workflow';
import { parseWorkflow } from './workflow-parser';

/** The builtin workflows, read once at start. A broken one makes the start fail with its reason. */
@Injectable()
export class BuiltinWorkflowsService implements WorkflowCatalogue, OnModuleInit {
  private workflows: ReadonlyMap<string, Workflow> = new Map();

  constructor(private readonly builtin: BuiltinWorkflowsStore) {}

  async onModuleInit(): Promise<void> {
    const files = await this.builtin.read();
    this.workflows = new Map(files.map((file) => [file.id, soundWorkflow(file)]));
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

function soundWorkflow({ id, text }: StoredWorkflow): Workflow {
  const { workflow, problems } = parseWorkflow(text, 'builtin');
  if (!workflow) throw new Error(`builtin workflow ${id} is broken: ${problems.join('; ')}`);
  if (workflow.id !== id) throw new Error(`builtin workflow ${id} calls itself ${workflow.id}`);
  return workflow;
}
