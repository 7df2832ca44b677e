import { Injectable } from '@nestjs/common';
import type * as Sdk from '@modelcontextprotocol/server' with { 'resolution-mode': 'import' };
import { type ErrorAnswer, errorAnswer } from '../../platform/errors/error-answer';
import { isRecord, type JsonRecord } from '../../platform/json';
import { AgentTools } from '../agent-tools/public/agent-tools';
import { type OwnAnswer, OwnApi } from '../agent-tools/public/own-api';
import type { McpSession } from './mcp-session';
import {
  apiPathOf,
  CHAPTER_TEMPLATE,
  GUIDE_URI,
  JOB_TEMPLATE,
  MEDIA_TEMPLATE,
  mediaPathIn,
  OPENAPI_URI,
} from './resource-uris';

const RESOURCES: readonly Sdk.Resource[] = [
  {
    uri: GUIDE_URI,
    name: 'guide',
    title: 'Guide',
    description: 'How to use this install over HTTP, with your limits, workflows and nodes.',
    mimeType: 'text/markdown',
  },
  {
    uri: OPENAPI_URI,
    name: 'openapi',
    title: 'OpenAPI document',
    description: 'Every route of the HTTP API.',
    mimeType: 'application/json',
  },
];

const TEMPLATES: readonly Sdk.ResourceTemplateType[] = [
  {
    uriTemplate: CHAPTER_TEMPLATE,
    name: 'guide_chapter',
    title: 'Chapter of the guide',
    description: 'How to do more over HTTP; the guide lists the chapters.',
    mimeType: 'text/markdown',
  },
  {
    uriTemplate: MEDIA_TEMPLATE,
    name: 'media',
    title: 'Media',
    description: 'The original of a picture, clip or sound, by its media path.',
  },
  {
    uriTemplate: JOB_TEMPLATE,
    name: 'job',
    title: 'Job',
    description: 'The whole record of a job.',
    mimeType: 'application/json',
  },
];

const FORMS = [...RESOURCES.map(({ uri }) => uri), ...TEMPLATES.map((one) => one.uriTemplate)];
const NO_RESOURCE = `There is no such resource. There are: ${FORMS.join(', ')}.`;

/** Larger files are downloaded over HTTP: a message is held in memory several times. */
const MAX_FILE_BYTES = 4 * 1024 * 1024;

/** What assistants can read by URI. */
@Injectable()
export class McpResourcesService {
  constructor(
    private readonly api: OwnApi,
    private readonly tools: AgentTools,
  ) {}

  /** Registers the handlers of resource requests at the server of a session. */
  addTo({ server }: Sdk.McpServer, sdk: typeof Sdk, session: McpSession): void {
    server.setRequestHandler('resources/list', () => ({ resources: [...RESOURCES] }));
    server.setRequestHandler('resources/templates/list', () => ({
      resourceTemplates: [...TEMPLATES],
    }));
    server.setRequestHandler('resources/read', async ({ params: { uri } }) => {
      const { type, bytes } = await this.content(uri, sdk, session);
      const content = mediaPathIn(uri) === null ? { text: bytes.toString() } : blob(bytes);
      return { contents: [{ uri, mimeType: type, ...content }] };
    });
  }

  /** What a URI stands for. Throws a protocol error whose data is the error that the HTTP API answers. */
  private async content(uri: string, sdk: typeof Sdk, session: McpSession): Promise<OwnAnswer> {
    const read = async (path: string): Promise<OwnAnswer> => {
      const answer = await this.api.read(path, session.sender, session.signal);
      if (answer.status < 400) return answer;
      const body: unknown = JSON.parse(answer.bytes.toString());
      throw this.error(sdk, { status: answer.status, body: isRecord(body) ? body : {} });
    };
    if (session.refusal) throw this.error(sdk, errorAnswer(session.refusal, undefined));
    const path = apiPathOf(uri);
    if (path !== null) return read(path);
    const media = mediaPathIn(uri);
    if (media === null) throw new sdk.ResourceNotFoundError(uri, NO_RESOURCE);
    const segment = encodeURIComponent(media);
    const record = JSON.parse((await read(`/api/media/${segment}`)).bytes.toString()) as JsonRecord;
    if (Number(record['size_bytes']) > MAX_FILE_BYTES)
      throw new sdk.ProtocolError(
        sdk.INVALID_PARAMS,
        `This file has ${String(record['size_bytes'])} bytes; here you can read ${MAX_FILE_BYTES}. The tool file_address makes an address to download it, and the tool look shows it.`,
      );
    return read(`/media/${segment}`);
  }

  private error(
    { ProtocolError, INVALID_PARAMS }: typeof Sdk,
    { status, body }: Pick<ErrorAnswer, 'status' | 'body'>,
  ): Sdk.ProtocolError {
    const { detail } = body;
    const message = typeof detail === 'string' ? detail : 'The request is invalid.';
    const data = { http_status: status, ...this.tools.withTools(body) };
    return new ProtocolError(INVALID_PARAMS, message, data);
  }
}

const blob = (bytes: Buffer) => ({ blob: bytes.toString('base64') });
