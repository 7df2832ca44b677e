import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock/clock';
import { ConfigService } from '../../platform/config/config.service';
import { AppError, codedError } from '../../platform/errors/app-error';
import { errorAnswer } from '../../platform/errors/error-answer';
import { ValidationFailed } from '../../platform/errors/validation-failed';
import type { JsonRecord } from '../../platform/json';
import { didYouMean, nearestNames, withNearest } from '../../platform/nearest-names';
import { usableFeatures } from '../../platform/observability/features';
import { OpenApiService } from '../../platform/openapi/openapi.service';
import { checkContent, MAX_ERRORS } from '../../platform/validation/content-check';
import { BRIEF_BYTES, fitted, jsonBytes } from './brief';
import { OwnApiGateway } from './own-api.gateway';
import {
  AgentTools,
  type ToolCall,
  type ToolDescription,
  type ToolResult,
} from './public/agent-tools';
import type { Tool, ToolAnswer } from './tool';
import { RequestRefused, ToolApi } from './tool-api';
import { ToolRequests } from './tool-requests';
import { ToolSchemas } from './tool-schema';
import { TOOLS } from './tools/tools';

const REQUESTS = new ToolRequests(TOOLS);

class ToolNotFound extends codedError({
  code: 'tool_not_found',
  status: 404,
  meaning: 'Assistants have no tool of this name. tools/list of POST /mcp lists the tools.',
}) {
  constructor(name: string, names: readonly string[]) {
    const similar = nearestNames(name, names);
    const instead = similar.length > 0 ? didYouMean(similar) : `There are: ${names.join(', ')}.`;
    super(`There is no such tool. ${instead}`);
  }
}

/** Runs tools as requests to our own API, with the credentials of whoever asks. */
@Injectable()
export class AgentToolsService implements AgentTools {
  private descriptions: ReadonlyMap<string, ToolDescription> | undefined;

  constructor(
    private readonly gateway: OwnApiGateway,
    private readonly openApi: OpenApiService,
    private readonly config: ConfigService,
    private readonly clock: Clock,
  ) {}

  list(): readonly ToolDescription[] {
    const features = usableFeatures(this.config.current());
    return TOOLS.filter(
      ({ feature }) => feature === undefined || features.includes(feature),
    ).flatMap(({ name }) => this.find(name) ?? []);
  }

  find(name: string): ToolDescription | undefined {
    this.descriptions ??= describe(new ToolSchemas(this.openApi.document()));
    return this.descriptions.get(name);
  }

  async run(call: ToolCall): Promise<ToolResult> {
    try {
      const tool = TOOLS.find(({ name }) => name === call.name);
      if (!tool) throw this.notFound(call.name);
      refuseUnknown(tool, call.arguments);
      refuseUnclean(call.arguments);
      const answer = await tool.run(call.arguments, this.apiOf(call));
      return resultOf(answer, call.arguments['detail']);
    } catch (error) {
      return failureOf(error);
    }
  }

  withTools(answer: JsonRecord): JsonRecord {
    return REQUESTS.withTools(answer);
  }

  private notFound(name: string): ToolNotFound {
    return new ToolNotFound(
      name,
      this.list().map((tool) => tool.name),
    );
  }

  private apiOf({ sender, signal, onProgress }: ToolCall): ToolApi {
    return new ToolApi({
      gateway: this.gateway,
      clock: this.clock,
      sender,
      signal,
      onProgress: onProgress ?? (() => undefined),
    });
  }
}

const describe = (schemas: ToolSchemas): ReadonlyMap<string, ToolDescription> =>
  new Map(
    TOOLS.map(({ name, title, description, hints, input, required }) => [
      name,
      { name, title, description, hints, inputSchema: schemas.schemaOf(input, required) },
    ]),
  );

/** Refuses unknown arguments; the values of the others are checked by the requests that carry them. */
function refuseUnknown({ name, input, instead }: Tool, args: JsonRecord): void {
  const unknown = Object.keys(args).filter((one) => !Object.hasOwn(input, one));
  if (unknown.length === 0) return;
  const names = Object.keys(input);
  const all = `Leave this out: ${name} takes ${names.join(', ')}.`;
  throw new ValidationFailed(
    unknown.slice(0, MAX_ERRORS).map((one) => ({
      loc: ['body', one],
      msg: instead?.get(one) ?? withNearest(all, nearestNames(one, names)),
      type: 'extra_forbidden',
    })),
  );
}

/** Language models write texts and keys that no request can carry, not even in its path. */
function refuseUnclean(args: JsonRecord): void {
  const { errors } = checkContent(args, ['body'], Number.POSITIVE_INFINITY);
  if (errors.length > 0) throw new ValidationFailed(errors);
}

/** Most links in a short reply: each takes as much room as a short record. */
const MAX_LINKS = 16;

function resultOf({ body, brief, next, pictures, links }: ToolAnswer, detail: unknown): ToolResult {
  const shown = REQUESTS.withTools(detail === 'full' ? body : (brief ?? body));
  // `next` is never shortened: a call that waits for only some of the jobs would be a different one. A long one leaves half of
  // a reply for the state.
  const reserved = next ? Math.min(jsonBytes({ next }), BRIEF_BYTES / 2) : 0;
  const fitting = fitted(shown, detail, reserved);
  return {
    ok: true,
    status: 200,
    body: next ? { ...fitting, next } : fitting,
    pictures: pictures ?? [],
    links: detail === 'full' ? (links ?? []) : (links ?? []).slice(0, MAX_LINKS),
  };
}

function failureOf(error: unknown): ToolResult {
  if (error instanceof RequestRefused) return failed(error.status, error.body);
  const isOurs = error instanceof AppError || error instanceof ValidationFailed;
  if (!isOurs) throw error;
  const { status, body } = errorAnswer(error, undefined);
  return failed(status, body);
}

const failed = (status: number, body: JsonRecord): ToolResult => ({
  ok: false,
  status,
  body: fitted(REQUESTS.withTools(body), 'brief'),
  pictures: [],
  links: [],
});
