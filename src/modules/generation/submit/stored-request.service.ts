import { Injectable } from '@nestjs/common';
import type { Caller } from '../../../platform/access/caller';
import { AppError } from '../../../platform/errors/app-error';
import { isRecord } from '../../../platform/json';
import { ValidationFailed } from '../../../platform/errors/validation-failed';
import { JobNotFound, JobReader } from '../../jobs/public/job-reader';
import type {
  StoredRequestResponse,
  UnavailableFieldResponse,
} from '../dto/stored-request.response';
import { type GenerationKind, GenerationPlanner, type Loc } from '../public/generation-planner';
import { GenerationRequests } from '../public/generation-requests';

type Unavailable = Readonly<UnavailableFieldResponse>;
type RequestBody = Readonly<Record<string, unknown>>;

const BODY: Loc = ['body'];
/** More files than any workflow takes. */
const MAX_FILES = 20;

/** What a job was made from, and what of it the caller can't use any more. */
@Injectable()
export class StoredRequestService {
  constructor(
    private readonly jobs: JobReader,
    private readonly requests: GenerationRequests,
    private readonly planner: GenerationPlanner,
  ) {}

  /** @throws JobNotFound */
  async read(caller: Caller, promptId: string): Promise<StoredRequestResponse> {
    const stored = await this.jobs.storedRequest(caller, promptId);
    if (!stored) throw new JobNotFound();
    const { kind, request: body } = stored;
    return { type: kind, body, unavailable: await this.unavailable(caller, kind, body) };
  }

  /** Plans the request without each file that is missing, so that one missing file doesn't hide the next. */
  private async unavailable(
    caller: Caller,
    kind: GenerationKind,
    body: RequestBody,
  ): Promise<Unavailable[]> {
    const missing: Unavailable[] = [];
    let rest = body;
    while (missing.length < MAX_FILES) {
      const refusals = await this.refusals(caller, kind, rest);
      const [file] = refusals.filter(({ code }) => code === 'media_not_found');
      if (!file) return [...missing, ...newOnes(refusals, missing)];
      missing.push({ loc: file.loc, why: file.why });
      rest = without(rest, file.loc);
    }
    return missing;
  }

  private async refusals(
    caller: Caller,
    kind: GenerationKind,
    body: RequestBody,
  ): Promise<(Unavailable & { readonly code?: string })[]> {
    try {
      await this.planner.plan(caller, kind, this.requests.check(caller, kind, body, BODY), {});
      return [];
    } catch (error) {
      if (error instanceof ValidationFailed)
        return error.errors.map(({ loc, msg }) => ({ loc: [...loc], why: msg }));
      if (!(error instanceof AppError)) throw error;
      const { code } = error.spec;
      return [{ loc: locOf(error, body), why: error.message, code }];
    }
  }
}

/** The name of a binding's picture in errors. */
const REFERENCE_IMAGE = /^characters\.(\d+)\.reference_image$/;

/** The field that an error is about. */
function locOf({ spec, extras }: AppError, body: RequestBody): (string | number)[] {
  const param = extras['param'];
  const [, index] = (typeof param === 'string' ? REFERENCE_IMAGE.exec(param) : null) ?? [];
  if (index !== undefined) return ['body', 'characters', Number(index), 'reference_image'];
  if (typeof param === 'string')
    return Object.hasOwn(body, param) ? ['body', param] : ['body', 'workflow_params', param];
  const [kind = ''] = spec.code.split('_');
  if (kind === 'character') return bindingLoc(extras['requested'], body);
  return kind === 'workflow' || kind === 'provider' ? ['body', kind] : ['body'];
}

/** Where a request binds a character. */
function bindingLoc(id: unknown, { character, characters }: RequestBody): (string | number)[] {
  if (character === id) return ['body', 'character'];
  const bindings = Array.isArray(characters) ? (characters as unknown[]) : [];
  const index = bindings.findIndex((one) => isRecord(one) && one['id'] === id);
  return index < 0 ? ['body', 'characters'] : ['body', 'characters', index, 'id'];
}

/** A required file that was taken out is missing for that reason. */
const newOnes = (
  refusals: readonly Unavailable[],
  missing: readonly Unavailable[],
): Unavailable[] =>
  refusals
    .filter(({ loc }) => !missing.some((one) => one.loc.at(-1) === loc.at(-1)))
    .map(({ loc, why }) => ({ loc, why }));

function without(body: RequestBody, [, first, index, ...deeper]: Unavailable['loc']): RequestBody {
  const { characters } = body;
  if (first === 'characters' && Array.isArray(characters)) {
    const bindings = (characters as RequestBody[]).map((one, at) =>
      at === index ? omit(one, String(deeper[0])) : one,
    );
    return { ...body, characters: bindings };
  }
  const field = String(index ?? first);
  const rest = omit(body, field);
  const params = rest['workflow_params'];
  return isRecord(params) ? { ...rest, workflow_params: omit(params, field) } : rest;
}

const omit = (fields: RequestBody, name: string): RequestBody =>
  Object.fromEntries(Object.entries(fields).filter(([field]) => field !== name));
