import { isRecord, type JsonRecord } from '../../platform/json';
import type { Tool } from './tool';
import type { Argument } from './tool-schema';

/** Members of answers in which the service says what to do. */
const ADVICE: ReadonlySet<string> = new Set(['detail', 'error', 'hint', 'message', 'msg', 'why']);
const REQUEST =
  /\b(?<method>GET|POST|PUT|PATCH|DELETE) (?<path>\/(?:api|media)(?:\/[\w~%{}.-]+)*)/g;
const NO_TOOL = 'no tool: it takes the HTTP API';

/** Answers name requests, as the HTTP API does, to whoever can only call tools: this says which tool makes which request. */
export class ToolRequests {
  private readonly requests: readonly (readonly [template: readonly string[], tool: string])[];

  constructor(tools: readonly Tool[]) {
    this.requests = tools.flatMap((tool) =>
      requestsOf(tool).map((request) => [request.split('/'), tool.name] as const),
    );
  }

  /** The answer with the tools for all requests that its advice names: `tools: {request: tool}`. */
  withTools(answer: JsonRecord): JsonRecord {
    const named = [...new Set(adviceIn(answer).flatMap(requestsIn))];
    if (named.length === 0) return answer;
    const tools = Object.fromEntries(
      named.map((request) => [request, this.toolFor(request) ?? NO_TOOL]),
    );
    return { ...answer, tools };
  }

  private toolFor(request: string): string | undefined {
    const parts = request.split('/');
    return this.requests.find(([template]) => isMadeOf(template, parts))?.[1];
  }
}

const requestsOf = ({ input, requests = [] }: Tool): readonly string[] => [
  ...new Set([...operationsOf(input), ...requests]),
];

function operationsOf(input: Readonly<Record<string, Argument>>): readonly string[] {
  return Object.values(input).flatMap((argument) => {
    if ('operation' in argument) return [argument.operation];
    return 'members' in argument ? operationsOf(argument.members) : [];
  });
}

const isMadeOf = (template: readonly string[], parts: readonly string[]): boolean =>
  template.length === parts.length &&
  template.every((part, at) => part.startsWith('{') || part === parts[at]);

function adviceIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(adviceIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' ? (ADVICE.has(name) ? [member] : []) : adviceIn(member),
  );
}

/** Without queries, whose values a sentence may continue. */
const requestsIn = (text: string): readonly string[] =>
  [...text.matchAll(REQUEST)].map(({ groups: { method, path } = {} }) =>
    `${method ?? ''} ${path ?? ''}`.replace(/\.$/, ''),
  );
